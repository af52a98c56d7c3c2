import {
  CALENDAR_DAYS_MAX,
  CalendarKind,
  FEED_DAYS_BEHIND,
  FEED_ITEMS_MAX,
  FEED_PICKS,
  type FeedType,
  MediaQuery,
} from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import { writeJson } from '#src/core/json-text.ts';
import type { KeyInUse } from '#src/http/personal-keys.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { CalendarService } from '#src/modules/episodes/calendar.service.ts';
import type { ListsService } from '#src/modules/lists/lists.service.ts';
import { cardList, indexesOf } from '#src/titles/pages/cards.ts';
import type { MediaService } from '#src/titles/pages/media.service.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { FeedsRepository } from './feeds.repository.ts';
import { writeCalendar } from './write-calendar.ts';
import { type FeedItem, writeJsonFeed, writeRss } from './write-feed.ts';

interface Dependencies {
  repos: { feeds: FeedsRepository };
  users: Pick<UserCache, 'getTaste'>;
  lists: Pick<ListsService, 'getSystemListId' | 'getTitles'>;
  media: Pick<MediaService, 'select'>;
  calendar: Pick<CalendarService, 'listWithRounds'>;
  limits: Pick<Limits, 'take'>;
  env: { WEB_ORIGIN: string };
}

/** What a feed tells of a title. */
const Card = z.object({
  id: z.number(),
  title: z.string(),
  release_year: z.number().nullable(),
  poster_url: z.string(),
  overview: z.string().nullable(),
  reason: z.string().nullable(),
});
type Card = z.infer<typeof Card>;

/** What the licence of TVmaze asks for wherever its episodes are shown. */
const TVMAZE_CREDIT = 'Episodes of TVmaze (https://www.tvmaze.com) CC BY-SA 4.0';

const Days = z.array(
  z.object({
    day: z.string(),
    events: z.array(
      z.object({
        kind: CalendarKind,
        at: z.string().nullable(),
        season: z.number().nullable(),
        episode: z.number().nullable(),
        name: z.string().nullable(),
        provider: z.object({ id: z.number(), name: z.string() }).nullable(),
        roundId: z.number().nullable(),
        medium: z.object({ id: z.number(), title: z.string(), runtime_minutes: z.number().nullable() }),
      }),
    ),
  }),
);

/** A diary may have a hundred thousand titles, of which a collection manager gets the newest. */
const DIARY_MAX = 1_000;
const DAY_MS = 86_400_000;
const dayAt = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Titles in order, before they get a form. */
interface Titles {
  name: string;
  path: string;
  mediumIds: readonly number[];
  /** Cards that are there already. */
  cards?: readonly Card[];
  /** Reads when each came. */
  listDays?: () => Promise<ReadonlyMap<number, Date | null>>;
  ratings?: ReadonlyMap<number, number | null>;
}

export interface WrittenFeed {
  type: FeedType;
  body: string;
}

/** Answers addresses to read. What the user may not see in the app is not in them either. */
export function createFeedsService({ repos, users, lists, media, calendar, limits, env }: Dependencies) {
  const address = (path: string): string => new URL(path, env.WEB_ORIGIN).href;
  const toCards = (cards: unknown): Card[] =>
    z.array(Card).parse(JSON.parse(writeJson(cards, []).toString()));

  async function cardsOf(userId: number, mediumIds: readonly number[]): Promise<Card[]> {
    const taste = await users.getTaste(userId);
    return toCards(cardList(taste, indexesOf(taste.snapshot, mediumIds), { view: 'full' }));
  }

  async function ofList(userId: number, listId: number, path: string, max: number): Promise<Titles> {
    const { name, mediumIds } = await lists.getTitles({ userId }, String(listId));
    return { name, path, mediumIds: mediumIds.slice(0, max), listDays: () => repos.feeds.listAdded(listId) };
  }

  async function diary(userId: number, max: number): Promise<Titles> {
    const rows = await repos.feeds.listDiary(userId, Math.min(max, DIARY_MAX));
    return {
      name: 'Diary',
      path: paths.rating,
      mediumIds: rows.map(({ mediumId }) => mediumId),
      listDays: async () => new Map(rows.map(({ mediumId, at }) => [mediumId, at])),
      ratings: new Map(rows.map(({ mediumId, rating }) => [mediumId, rating])),
    };
  }

  async function find(userId: number, what: string, max: number): Promise<Titles> {
    if (what === 'diary') return diary(userId, max);
    if (what === 'picks') {
      const query = { selection: 'recommended', per_page: String(FEED_PICKS), view: 'full' };
      const page = await media.select({ userId }, MediaQuery.parse(query));
      const cards = toCards(page.media);
      return { name: 'Picked for you', path: paths.discover, mediumIds: cards.map(({ id }) => id), cards };
    }
    if (what === 'watch_later') {
      const listId = await lists.getSystemListId({ userId }, 'watch_later');
      return ofList(userId, listId, screenAddress(paths.list, { listId }), max);
    }
    const listId = Number(what.slice('list-'.length));
    return ofList(userId, listId, screenAddress(paths.list, { listId }), max);
  }

  const titleAddress = (mediaId: number): string => address(screenAddress(paths.discoverTitle, { mediaId }));

  async function writeDays(userId: number): Promise<string> {
    const from = dayAt(-FEED_DAYS_BEHIND);
    const to = dayAt(CALENDAR_DAYS_MAX - FEED_DAYS_BEHIND - 1);
    const { days, sources } = await calendar.listWithRounds({ userId }, { from, to });
    const entries = Days.parse(JSON.parse(writeJson(days, []).toString())).flatMap(({ day, events }) =>
      events.map((event) => ({ ...event, day })),
    );
    return writeCalendar(entries, {
      host: new URL(env.WEB_ORIGIN).hostname,
      addressOf: titleAddress,
      credit: sources.includes('tvmaze') ? TVMAZE_CREDIT : null,
    });
  }

  function toItem(card: Card, at: Date | null, rating: number | null): FeedItem {
    const sentences = [rating === null ? null : `Rated ${rating} of 10.`, card.reason, card.overview];
    return {
      id: `marquee-title-${card.id}`,
      url: titleAddress(card.id),
      title: card.release_year === null ? card.title : `${card.title} (${card.release_year})`,
      text: sentences.filter(Boolean).join(' ') || card.title,
      image: card.poster_url,
      at,
    };
  }

  return {
    /** @throws AppError not_found for a list that the user may not see. */
    async read({ userId, key }: Ctx & { key: KeyInUse | null }, file: string): Promise<WrittenFeed> {
      if (key === null) throw new AppError('not_found');
      await limits.take('feedReads', String(key.id));
      if (file === 'calendar.ics') return { type: 'text/calendar', body: await writeDays(userId) };
      const dot = file.indexOf('.');
      const [what, form] = [file.slice(0, dot), file.slice(dot + 1)];
      const isComplete = form === 'imdb.json';
      const titles = await find(userId, what, isComplete ? Number.POSITIVE_INFINITY : FEED_ITEMS_MAX);
      if (isComplete) {
        const known = await repos.feeds.listImdb(titles.mediumIds);
        return { type: 'application/json', body: JSON.stringify(known) };
      }
      const cards = titles.cards ?? (await cardsOf(userId, titles.mediumIds));
      const days = await titles.listDays?.();
      const feed = {
        title: `${titles.name} · Marquee`,
        url: address(titles.path),
        items: cards.map((card) =>
          toItem(card, days?.get(card.id) ?? null, titles.ratings?.get(card.id) ?? null),
        ),
      };
      return form === 'rss'
        ? { type: 'application/rss+xml', body: writeRss(feed) }
        : { type: 'application/feed+json', body: writeJsonFeed(feed) };
    },
  };
}

export type FeedsService = ReturnType<typeof createFeedsService>;
