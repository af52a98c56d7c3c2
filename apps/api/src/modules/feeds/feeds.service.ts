import {
  CALENDAR_DAYS_MAX,
  CalendarKind,
  FEED_DAYS_BEHIND,
  FEED_ITEMS_MAX,
  FEED_PICKS,
  type FeedType,
  MediaQuery,
} from '@marquee/contracts';
import { type DiaryLine, diaryLines } from '@marquee/contracts/diary-lines';
import { episodesInWords, starsInWords } from '@marquee/contracts/in-words';
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
  media: Pick<MediaService, 'select' | 'listHistory'>;
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

/** What the diary tells of a title, beside it. */
const DiaryCard = Card.extend({
  rating: z.number().nullable(),
  rated_at: z.string().optional(),
  rated_on: z.string().nullable().optional(),
  episode_days: z.array(z.object({ day: z.string(), episodes: z.number() })).optional(),
  seen: z.object({ seen_on: z.string().nullable() }).nullable(),
  progress: z.object({ last_seen_on: z.string().nullable() }).nullable(),
});
type DiaryCard = z.infer<typeof DiaryCard>;

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
  readItems: () => Promise<FeedItem[]>;
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

  const titleAddress = (mediaId: number): string => address(screenAddress(paths.discoverTitle, { mediaId }));

  /** @param first what the entry says before the reason and the story of the title */
  function toItem(card: Card, at: Date | null, first: readonly string[] = []): FeedItem {
    const sentences = [...first, card.reason, card.overview];
    return {
      id: `marquee-title-${card.id}`,
      url: titleAddress(card.id),
      title: card.release_year === null ? card.title : `${card.title} (${card.release_year})`,
      text: sentences.filter(Boolean).join(' ') || card.title,
      image: card.poster_url,
      at,
    };
  }

  async function ofList(userId: number, listId: number, path: string): Promise<Titles> {
    const { name, mediumIds } = await lists.getTitles({ userId }, String(listId));
    return {
      name,
      path,
      mediumIds,
      async readItems() {
        const taste = await users.getTaste(userId);
        const items = indexesOf(taste.snapshot, mediumIds.slice(0, FEED_ITEMS_MAX));
        const added = await repos.feeds.listAdded(listId);
        return toCards(cardList(taste, items, { view: 'full' })).map((card) =>
          toItem(card, added.get(card.id) ?? null),
        );
      },
    };
  }

  /** Turns a line of the diary into an entry. Each day of a series is an entry of its own. */
  function toDiaryItem({ medium, day, episodes }: DiaryLine<DiaryCard>): FeedItem {
    const item = toItem(medium, day === null ? null : new Date(day), [
      ...(episodes ? [`${episodesInWords(episodes)}.`] : []),
      ...(medium.rating === null ? [] : [`Rated ${starsInWords(medium.rating)}.`]),
    ]);
    return episodes ? { ...item, id: `${item.id}-${day}` } : item;
  }

  async function diary(userId: number, isComplete: boolean): Promise<Titles> {
    const query = { selection: 'rating_history', seen: 'true', view: isComplete ? 'card' : 'full' };
    const { media: found, pagination } = await media.listHistory(
      { userId },
      { ...MediaQuery.parse(query), per_page: isComplete ? DIARY_MAX : FEED_ITEMS_MAX },
    );
    const cards: unknown = JSON.parse(writeJson(found, []).toString());
    return {
      name: 'Diary',
      path: `${paths.rating}?tab=history&seen=true`,
      mediumIds: z
        .array(Card.pick({ id: true }))
        .parse(cards)
        .map(({ id }) => id),
      async readItems() {
        const { timeZone } = await users.getTaste(userId);
        return diaryLines(z.array(DiaryCard).parse(cards), timeZone, true, pagination.has_more)
          .slice(0, FEED_ITEMS_MAX)
          .map(toDiaryItem);
      },
    };
  }

  async function find(userId: number, what: string, isComplete: boolean): Promise<Titles> {
    if (what === 'diary') return diary(userId, isComplete);
    if (what === 'picks') {
      const query = { selection: 'recommended', per_page: String(FEED_PICKS), view: 'full' };
      const page = await media.select({ userId }, MediaQuery.parse(query));
      const cards = toCards(page.media);
      return {
        name: 'Picked for you',
        path: paths.discover,
        mediumIds: cards.map(({ id }) => id),
        readItems: async () => cards.map((card) => toItem(card, null)),
      };
    }
    const isWatchLater = what === 'watch_later';
    const listId = isWatchLater
      ? await lists.getSystemListId({ userId }, 'watch_later')
      : Number(what.slice('list-'.length));
    return ofList(userId, listId, screenAddress(paths.list, { listId }));
  }

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

  return {
    /** @throws AppError not_found for a list that the user may not see. */
    async read({ userId, key }: Ctx & { key: KeyInUse | null }, file: string): Promise<WrittenFeed> {
      if (key === null) throw new AppError('not_found');
      await limits.take('feedReads', String(key.id));
      if (file === 'calendar.ics') return { type: 'text/calendar', body: await writeDays(userId) };
      const dot = file.indexOf('.');
      const [what, form] = [file.slice(0, dot), file.slice(dot + 1)];
      const isComplete = form === 'imdb.json';
      const { name, path, mediumIds, readItems } = await find(userId, what, isComplete);
      if (isComplete) {
        const known = await repos.feeds.listImdb(mediumIds);
        return { type: 'application/json', body: JSON.stringify(known) };
      }
      const feed = { title: `${name} · Marquee`, url: address(path), items: await readItems() };
      return form === 'rss'
        ? { type: 'application/rss+xml', body: writeRss(feed) }
        : { type: 'application/feed+json', body: writeJsonFeed(feed) };
    },
  };
}

export type FeedsService = ReturnType<typeof createFeedsService>;
