// Random calls of members, in the proportions of SHARES.

import type { Random } from '@marquee/api/test/random.ts';
import type { PrismaClient } from '@marquee/prisma';

/** Percentage of each kind of call. */
const SHARES = {
  discover: 50,
  details: 20,
  search: 10,
  people: 3,
  ratings: 8,
  'adding to a list': 5,
  lists: 4,
} as const;

/** A member pauses between two calls for a time in this range, in seconds. */
export const PAUSE_SECONDS = { least: 1, most: 4 };

export type Kind = keyof typeof SHARES;

export const KINDS = Object.keys(SHARES).filter((name): name is Kind => name in SHARES);

export interface MixCall {
  kind: Kind;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** The `Accept-Encoding` of the call, when it should not be that of browsers. */
  encoding?: string;
}

interface MixTitle {
  id: number;
  title: string;
}

/** The titles and lists that the calls use. */
export interface MixWorld {
  /** Titles, sorted by popularity, highest first. */
  titles: readonly MixTitle[];
  /** Ids of people with credits, most credits first. */
  people: readonly number[];
  /** The id of one custom list for each member. */
  lists: readonly number[];
  random: Random;
}

/** Titles on the list of each member, unless a benchmark says otherwise. */
export const TITLES_PER_LIST = 40;
const PEOPLE = 1_000;
const BATCH = 2_000;
export const DISCOVER = '/api/v2/media?grouped_genres=true&taste_rows=true&view=card';

/** Reads titles and people, and creates a list with some titles for each member. */
export async function prepareWorld(
  prisma: PrismaClient,
  users: readonly number[],
  random: Random,
  titlesPerList = TITLES_PER_LIST,
): Promise<MixWorld> {
  const titles = await prisma.medium.findMany({
    select: { id: true, title: true },
    orderBy: [{ popularity: 'desc' }, { id: 'asc' }],
  });
  const people = await prisma.person.findMany({
    select: { id: true },
    orderBy: [{ credits: { _count: 'desc' } }, { id: 'asc' }],
    take: PEOPLE,
  });
  const lists = await prisma.$queryRaw<{ id: number }[]>`
    INSERT INTO user_lists (owner_id, name) SELECT id, 'Bench' FROM unnest(${[...users]}::int[]) AS id RETURNING id`;
  const entries = lists.flatMap(({ id }) => {
    const picked = new Set(Array.from({ length: titlesPerList }, () => random.pick(titles).id));
    return [...picked].map((mediumId, place) => ({ listId: id, mediumId, position: (place + 1) * 1024 }));
  });
  for (let from = 0; from < entries.length; from += BATCH)
    await prisma.userListMedium.createMany({ data: entries.slice(from, from + BATCH) });
  return { titles, people: people.map(({ id }) => id), lists: lists.map(({ id }) => id), random };
}

/** Deletes the entries of the members' lists. */
export async function emptyLists(prisma: PrismaClient, { lists }: MixWorld): Promise<void> {
  await prisma.userListMedium.deleteMany({ where: { listId: { in: [...lists] } } });
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

export const ratingOf = (random: Random, { id }: MixTitle): MixCall => ({
  kind: 'ratings',
  method: 'POST',
  path: `/api/v1/media/${id}/user_medium_ratings`,
  body: { user_medium_rating: { rating: random.below(11) } },
});

/**
 * Returns the next call of a member.
 * @param user index of the member in `lists`.
 */
export function nextCall({ titles, people, lists, random }: MixWorld, user: number): MixCall {
  const kind = pickKind(random);
  const title = titles[random.famous(titles.length)];
  const list = lists[user];
  if (!title || list === undefined) throw new Error('the world has no titles or no list for this user');
  switch (kind) {
    case 'discover':
      return { kind, method: 'GET', path: discover(random) };
    case 'details':
      return { kind, method: 'GET', path: `/api/v1/media/${title.id}` };
    case 'search':
      return { kind, method: 'GET', path: search(random, title) };
    case 'people':
      return { kind, method: 'GET', path: `/api/v2/media?personId=${random.pick(people)}&view=card` };
    case 'ratings':
      return ratingOf(random, title);
    case 'adding to a list': {
      const body = { user_list_medium: { medium_id: title.id } };
      return { kind, method: 'POST', path: `/api/v1/user_lists/${list}/user_list_media`, body };
    }
    case 'lists':
      return { kind, method: 'GET', path: `/api/v1/user_lists/${list}?view=card` };
  }
}
