import {
  CALENDAR_DAYS_MAX,
  type CalendarEvent,
  type CalendarQuery,
  type CalendarReply,
} from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Ctx } from '#src/core/ctx.ts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import type { TimedOffers } from '#src/titles/engine/markets.ts';
import { cardsOf } from '#src/titles/pages/cards.ts';
import { ownOffers } from '#src/titles/pages/timely-rows.ts';
import { airDate } from '#src/titles/users/progress.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { CalendarRepository } from './calendar.repository.ts';
import { isSpoiler } from './episodes.mapper.ts';
import type { EpisodesRepository } from './episodes.repository.ts';

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(day) / DAY_MS;
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  repos: {
    calendar: CalendarRepository;
    episodes: Pick<EpisodesRepository, 'findReader'>;
    news: { listSaved(userId: number, mediumIds: readonly number[]): Promise<{ mediumId: number }[]> };
  };
}

/** An event with its day and the index of its title. */
type Dated = Omit<CalendarEvent, 'medium'> & {
  day: string;
  item: number;
  source: string | null;
  roundId: number | null;
};

const NO_EPISODE = { season: null, episode: null, name: null, at: null, provider: null, source: null };

/** Names what is the same event for a member, even when a service has two offers of the title, or two rounds chose it. */
const keyOf = ({ kind, day, item, season, episode, provider }: Dated): string =>
  [kind, day, item, season, episode, provider?.id].join(' ');

/** Returns the days that a query means. @throws AppError invalid for an impossible range. */
function rangeOf({ from, to }: CalendarQuery, today: string): { from: string; to: string } {
  const first = from ?? today;
  const last = to ?? textOf(numberOf(first) + CALENDAR_DAYS_MAX - 1);
  const days = numberOf(last) - numberOf(first) + 1;
  if (days < 1) throw fieldError('to', 'The last day must not be before the first');
  if (days > CALENDAR_DAYS_MAX) throw fieldError('to', `A calendar has at most ${CALENDAR_DAYS_MAX} days`);
  return { from: first, to: last };
}

/** Tells by day what comes to a member, and what came (docs/api.md#calendar). */
export function createCalendarService({ users, repos }: Dependencies) {
  async function episodes(userId: number, taste: Taste, from: string, to: string): Promise<Dated[]> {
    const [{ hideSpoilers }, rows] = await Promise.all([
      repos.episodes.findReader(userId),
      repos.calendar.listEpisodes(userId, from, to),
    ]);
    return rows.flatMap((row): Dated[] => {
      const item = taste.snapshot.indexOf(row.mediumId);
      const day = airDate(row, taste.clock);
      if (item < 0 || day === null) return [];
      const next = taste.begun.get(item)?.next ?? null;
      return [
        {
          day,
          item,
          kind: 'episode',
          season: row.season,
          episode: row.episode,
          name: hideSpoilers && isSpoiler(row, next) ? null : row.name,
          at: row.minute === null ? null : new Date(row.minute * 60_000).toISOString(),
          provider: null,
          source: row.source,
          roundId: null,
        },
      ];
    });
  }

  /** Returns the saved titles that leave the member's services or have come to them. */
  async function offers(userId: number, taste: Taste, from: string, to: string): Promise<Dated[]> {
    if (taste.providers.size === 0) return [];
    const { data } = taste.snapshot;
    const timed = (kind: 'leaves' | 'arrives', of: TimedOffers): Dated[] =>
      ownOffers(taste, of, numberOf(from), numberOf(to)).flatMap((at) => {
        const provider = data.providerNames.find(({ id }) => id === of.providers[at]);
        return provider === undefined
          ? []
          : [
              {
                ...NO_EPISODE,
                kind,
                day: textOf(of.days[at] ?? 0),
                item: of.items[at] ?? 0,
                provider,
                roundId: null,
              },
            ];
      });
    const all = [...timed('leaves', taste.market.leaving), ...timed('arrives', taste.market.arrived)];
    const ids = [...new Set(all.map(({ item }) => data.ids[item] ?? 0))];
    const saved = new Set(
      (await repos.news.listSaved(userId, ids)).map(({ mediumId }) => taste.snapshot.indexOf(mediumId)),
    );
    const isOut = (item: number): boolean =>
      taste.ratings.has(item) ||
      taste.seen.has(item) ||
      taste.hidden(item) ||
      taste.begun.get(item)?.state === 'dropped';
    return all.filter(({ item }) => saved.has(item) && !isOut(item));
  }

  async function rounds(userId: number, taste: Taste, from: string, to: string): Promise<Dated[]> {
    const decided = await repos.calendar.listRounds(userId, from, to);
    return decided.flatMap(({ id, mediumId, at }): Dated[] => {
      const item = taste.snapshot.indexOf(mediumId);
      return item < 0
        ? []
        : [{ ...NO_EPISODE, kind: 'round', day: dayIn(taste.timeZone, at), item, roundId: id }];
    });
  }

  return {
    /**
     * Returns days with events, each with the id of its round.
     * @throws AppError invalid for more than 92 days, or a last day before the first.
     */
    async listWithRounds({ userId }: Ctx, query: CalendarQuery) {
      const taste = await users.getTaste(userId);
      const { from, to } = rangeOf(query, textOf(taste.clock.today));
      const found = await Promise.all([
        episodes(userId, taste, from, to),
        offers(userId, taste, from, to),
        rounds(userId, taste, from, to),
      ]);
      const ofDays = found.flat().filter(({ day }) => day >= from && day <= to);
      const events = [...Map.groupBy(ofDays, keyOf).values()]
        .flatMap((same) => same.slice(0, 1))
        .toSorted(
          (a, b) =>
            a.day.localeCompare(b.day) ||
            (a.at ?? '').localeCompare(b.at ?? '') ||
            a.item - b.item ||
            (a.season ?? 0) - (b.season ?? 0) ||
            (a.episode ?? 0) - (b.episode ?? 0),
        );
      const cards = cardsOf(
        taste,
        events.map(({ item }) => item),
        { view: 'card' },
      );
      return {
        sources: [...new Set(events.flatMap(({ source }) => source ?? []))],
        days: [...Map.groupBy(events, ({ day }) => day)].map(([day, ofDay]) => ({
          day,
          events: ofDay.flatMap(({ day: _, item, source: _source, ...event }) => {
            const medium = cards.get(item);
            return medium ? [{ ...event, medium }] : [];
          }),
        })),
      };
    },

    /** @throws AppError invalid for more than 92 days, or a last day before the first. */
    async list(ctx: Ctx, query: CalendarQuery): Promise<WithTexts<CalendarReply>> {
      const { sources, days } = await this.listWithRounds(ctx, query);
      return {
        sources,
        days: days.map(({ day, events }) => ({
          day,
          events: events.map(({ roundId: _, ...event }) => event),
        })),
      };
    },
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;
