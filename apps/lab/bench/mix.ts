// Random calls of members, in the proportions of SHARES.

import type { Random } from '@marquee/api/test/random.ts';
import { posterPath } from '@marquee/artwork/paths';
import type { PrismaClient } from '@marquee/prisma';

/** Percentage of each kind of call. */
const SHARES = { discover: 50, details: 20, search: 10, 'ratings and lists': 15, 'the rest': 5 } as const;

export type Kind = keyof typeof SHARES;

export const KINDS = Object.keys(SHARES).filter((name): name is Kind => name in SHARES);

export interface MixCall {
  kind: Kind;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
}

interface MixTitle {
  id: number;
  title: string;
  poster: string;
}

/** The titles and lists that the calls use. */
export interface MixWorld {
  /** Titles, sorted by popularity, highest first. */
  titles: readonly MixTitle[];
  /** The id of one custom list for each member. */
  lists: readonly number[];
  random: Random;
}

const TITLES_PER_LIST = 40;
const BATCH = 2_000;
const DISCOVER = '/api/v2/media?grouped_genres=true&view=card';

/** Reads the titles, and creates a list with some titles for each member. */
export async function prepareWorld(
  prisma: PrismaClient,
  people: readonly number[],
  random: Random,
): Promise<MixWorld> {
  const media = await prisma.medium.findMany({
    select: { id: true, title: true, type: true, releaseYear: true },
    orderBy: [{ popularity: 'desc' }, { id: 'asc' }],
  });
  const titles = media.map(({ id, ...rest }) => {
    const poster = posterPath({ id, ...rest, genres: [], directors: [] });
    return { id, title: rest.title, poster };
  });
  const lists = await prisma.$queryRaw<{ id: number }[]>`
    INSERT INTO user_lists (owner_id, name) SELECT id, 'Bench' FROM unnest(${[...people]}::int[]) AS id RETURNING id`;
  const entries = lists.flatMap(({ id }) => {
    const picked = new Set(Array.from({ length: TITLES_PER_LIST }, () => random.pick(titles).id));
    return [...picked].map((mediumId, place) => ({ listId: id, mediumId, position: (place + 1) * 1024 }));
  });
  for (let from = 0; from < entries.length; from += BATCH)
    await prisma.userListMedium.createMany({ data: entries.slice(from, from + BATCH) });
  return { titles, lists: lists.map(({ id }) => id), random };
}

function pickKind(random: Random): Kind {
  let left = random.next() * 100;
  for (const kind of KINDS) {
    left -= SHARES[kind];
    if (left < 0) return kind;
  }
  return 'discover';
}

function discover(random: Random): string {
  const draw = random.next();
  if (draw < 0.7) return DISCOVER;
  if (draw < 0.85) return `${DISCOVER}&page=2`;
  return `/api/v2/media?row=recommended&view=card&page=${1 + random.below(3)}`;
}

/** Returns a search for a prefix of the title, the title with a typo, or the whole title. */
function search(random: Random, { title }: MixTitle): string {
  const [prefix, typo] = [title.slice(0, -2), title.replace(/(..)(.)(.)/, '$1$3$2')];
  const query = encodeURIComponent(random.pick([prefix || title, typo, title]));
  return `/api/v2/media?selection=search&view=card&query=${query}`;
}

function changeOrRead(random: Random, { id }: MixTitle, list: number): Omit<MixCall, 'kind'> {
  const draw = random.next();
  const entries = `/api/v1/user_lists/${list}/user_list_media`;
  if (draw < 0.4) {
    const body = { user_medium_rating: { rating: random.below(11) } };
    return { method: 'POST', path: `/api/v1/media/${id}/user_medium_ratings`, body };
  }
  if (draw < 0.75) return { method: 'GET', path: `/api/v1/user_lists/${list}?view=card` };
  if (draw < 0.9) return { method: 'POST', path: entries, body: { user_list_medium: { medium_id: id } } };
  return { method: 'DELETE', path: `${entries}/0?medium_id=${id}` };
}

/**
 * Returns the next call of a member.
 * @param person index of the member in `lists`.
 */
export function nextCall({ titles, lists, random }: MixWorld, person: number): MixCall {
  const kind = pickKind(random);
  const title = titles[random.famous(titles.length)];
  const list = lists[person];
  if (!title || list === undefined) throw new Error('the world has no titles or no list for this person');
  switch (kind) {
    case 'discover':
      return { kind, method: 'GET', path: discover(random) };
    case 'details':
      return { kind, method: 'GET', path: `/api/v1/media/${title.id}` };
    case 'search':
      return { kind, method: 'GET', path: search(random, title) };
    case 'ratings and lists':
      return { kind, ...changeOrRead(random, title, list) };
    case 'the rest': {
      const paths = [
        '/api/v1/user',
        '/api/v1/user_lists',
        '/api/v1/taste',
        '/api/v1/media/to_rate',
        title.poster,
      ];
      return { kind, method: 'GET', path: random.pick(paths) };
    }
  }
}
