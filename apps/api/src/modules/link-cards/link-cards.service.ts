import { type CardArt, shorten } from '@marquee/artwork';
import { IdOrCode, RoundCode } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { posterInWords } from '@marquee/contracts/poster-words';
import { isId, screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { createGate } from '#src/core/gate.ts';
import type { ListsService } from '#src/modules/lists/lists.service.ts';
import type { RoundsService } from '#src/modules/rounds/rounds.service.ts';
import type { TastePosterService } from '#src/modules/taste-poster/taste-poster.service.ts';
import { readTitleFacts } from '#src/titles/cards/title-facts.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { personIndex } from '#src/titles/engine/people.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

export const LinkCardKind = z.enum(['title', 'list', 'round', 'person', 'taste', 'page']);
export type LinkCardKind = z.infer<typeof LinkCardKind>;

/** What anybody who holds a link may see beside it. */
export interface LinkCard {
  kind: LinkCardKind;
  /** The id, code or name in the address of the picture. */
  key: string;
  /** The one path of what the link shows. */
  path: string;
  /** `og:type`. */
  type: string;
  title: string;
  description: string;
  art: CardArt;
}

/** `isKnown` tells whether the address leads anywhere; `card` is null where nothing may be said about it. */
export interface FoundCard {
  isKnown: boolean;
  card: LinkCard | null;
}

const UNKNOWN: FoundCard = { isKnown: false, card: null };
const SILENT: FoundCard = { isKnown: true, card: null };
const DESCRIPTION_MAX = 200;
const KNOWN_FOR = 3;
/** Connections to the database that links may use at a time, so that robots leave the others to members. */
const QUERIES = { atOnce: 2, waitingMax: 200 };

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

interface Dependencies {
  /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
  snapshot: () => Snapshot;
  lists: Pick<ListsService, 'findShared'>;
  rounds: Pick<RoundsService, 'find'>;
  tastePosters: Pick<TastePosterService, 'find'>;
}

function titleCard(snapshot: Snapshot, key: string): FoundCard {
  const { data, indexOf } = snapshot;
  const item = isId(key) ? indexOf(Number(key)) : -1;
  if (item < 0) return UNKNOWN;
  if (!hasBit(data.listed, item)) return SILENT;
  const { overview, art } = readTitleFacts(snapshot, item);
  const { id, title, type, releaseYear: year, directors } = art;
  const by = directors[0] === undefined ? '' : ` by ${directors[0]}`;
  const story = overview ?? `Find out where ${title} plays, and whether you will like it.`;
  return {
    isKnown: true,
    card: {
      kind: 'title',
      // A title that was merged into another one has the address of that title.
      key: String(id),
      path: screenAddress(paths.discoverTitle, { mediaId: id }),
      type: type === 'movie' ? 'video.movie' : 'video.tv_show',
      title: year === null ? title : `${title} (${year})`,
      description: shorten(story, DESCRIPTION_MAX),
      art: {
        panel: { kind: 'poster', art },
        over: `${type === 'movie' ? 'Movie' : 'Series'}${by}${year === null ? '' : `, ${year}`}`,
        heading: title,
        text: story,
      },
    },
  };
}

function personCard({ data }: Snapshot, key: string): FoundCard {
  const { people } = data;
  const index = isId(key) ? personIndex(people, Number(key)) : -1;
  if (index < 0) return UNKNOWN;
  if (index >= people.listed) return SILENT;
  const name = textAt(people.names, index);
  const { offsets, values } = people.titles;
  // The best known titles have the lowest indexes.
  const known = values
    .slice(offsets[index], offsets[index + 1])
    .filter((item) => hasBit(data.listed, item))
    .toSorted()
    .slice(0, KNOWN_FOR);
  const text = `Known for ${new Intl.ListFormat('en').format(Array.from(known, (item) => textAt(data.titles, item)))}.`;
  return {
    isKnown: true,
    card: {
      kind: 'person',
      key,
      path: screenAddress(paths.person, { personId: key }),
      type: 'profile',
      title: name,
      description: shorten(text, DESCRIPTION_MAX),
      art: {
        panel: { kind: 'portrait', art: { id: Number(key), name } },
        over: 'Cast & Crew',
        heading: name,
        text,
      },
    },
  };
}

function pageCard(key: string): FoundCard {
  const page = PUBLIC_PAGES.get(key);
  if (page === undefined) return UNKNOWN;
  const { path, title, description } = page;
  const art: CardArt = {
    panel: { kind: 'motif', seed: `page ${key}` },
    over: 'What to watch tonight, and where',
    heading: path === paths.home ? 'Marquee' : title,
    text: description,
  };
  return { isKnown: true, card: { kind: 'page', key, path, type: 'website', title, description, art } };
}

/**
 * Finds what a link shows to those who do not open it: networks, messengers and search engines. They are strangers, so a
 * card has nothing that a member did not give away with the link.
 */
export function createLinkCardsService({ snapshot, lists, rounds, tastePosters }: Dependencies) {
  const gate = createGate(QUERIES);

  async function listCard(key: string): Promise<FoundCard> {
    if (!IdOrCode.safeParse(key).success) return UNKNOWN;
    const list = await gate(() => lists.findShared(key));
    if (list === null) return UNKNOWN;
    const over = list.ownerName === null ? 'List' : `List by ${list.ownerName}`;
    const count = plural(list.mediaCount, 'title');
    return {
      isKnown: true,
      card: {
        kind: 'list',
        key,
        path: screenAddress(paths.sharedList, { code: key }),
        type: 'website',
        title: list.name,
        description: `${over}: ${count} on Marquee.`,
        art: { panel: { kind: 'motif', seed: `list ${list.id}` }, over, heading: list.name, text: count },
      },
    };
  }

  async function roundCard(key: string): Promise<FoundCard> {
    if (!RoundCode.safeParse(key).success) return UNKNOWN;
    const round = await gate(() => rounds.find(key));
    if (round === null) return UNKNOWN;
    if (round.state === 'ended' || round.host_name === null) return SILENT;
    const title = `${round.host_name} invites you to choose what to watch`;
    const description =
      round.state === 'open'
        ? 'Join with a name, without an account, and agree on a title in a few minutes.'
        : 'The vote has started. Ask to be invited to the next one.';
    return {
      isKnown: true,
      card: {
        kind: 'round',
        key,
        path: screenAddress(paths.round, { code: key }),
        type: 'website',
        title,
        description,
        art: {
          panel: { kind: 'motif', seed: `round ${round.id}` },
          over: 'Together',
          heading: title,
          text: description,
        },
      },
    };
  }

  async function tasteCard(key: string, ip: string): Promise<FoundCard> {
    const found = await tastePosters.find(key, ip);
    if (found === null) return UNKNOWN;
    const { art, words } = found;
    const first = art.rows[0]?.titles[0];
    const text = shorten(posterInWords(words), DESCRIPTION_MAX);
    return {
      isKnown: true,
      card: {
        kind: 'taste',
        key,
        path: screenAddress(paths.sharedPoster, { code: key }),
        type: 'website',
        title: art.heading,
        description: text,
        art: {
          panel: first ? { kind: 'poster', art: first } : { kind: 'motif', seed: art.heading },
          over: 'What to watch tonight, and where',
          heading: art.heading,
          text,
        },
      },
    };
  }

  return {
    /**
     * @param ip who asks.
     * @throws AppError `too_many_requests` after too many unknown posters of tastes.
     */
    async find(kind: LinkCardKind, key: string, ip: string): Promise<FoundCard> {
      switch (kind) {
        case 'title':
          return titleCard(snapshot(), key);
        case 'person':
          return personCard(snapshot(), key);
        case 'list':
          return listCard(key);
        case 'round':
          return roundCard(key);
        case 'taste':
          return tasteCard(key, ip);
        case 'page':
          return pageCard(key);
      }
    },
  };
}

export type LinkCardsService = ReturnType<typeof createLinkCardsService>;
