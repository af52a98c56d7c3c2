import {
  type NewWatchHook,
  type UpdateWatchHook,
  type WatchEvent,
  type WatchEvents,
  type WatchHook,
  WatchOutcome,
  type WatchReports,
} from '@marquee/contracts';
import { comparable } from '@marquee/contracts/plain-text';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import type { JsonText, WithTexts } from '#src/core/json-text.ts';
import { createSecret, hashToken } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { type Page, paginate } from '#src/data/paging.ts';
import { cardsOf, indexesOf } from '#src/titles/pages/cards.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { createReceiver, type ReceiverDependencies } from './receive.ts';
import type { WatchedRepository } from './watched.repository.ts';

interface Repos {
  watched: WatchedRepository;
}

interface Dependencies extends ReceiverDependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  users: Pick<UserCache, 'findAccess' | 'getTaste'>;
  env: { API_ORIGIN: string };
}

type HookRow = NonNullable<Awaited<ReturnType<WatchedRepository['findHook']>>>;
type EventRow = Awaited<ReturnType<WatchedRepository['getEvent']>>;

/** Episodes, and their events, follow a merged title later than its card. */
const stayingId = ({ id, mergedInto }: EventRow['medium']): number => mergedInto ?? id;

/** Returns the names without those that repeat an earlier one. */
function distinct(names: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const name of names) if (!byName.has(comparable(name))) byName.set(comparable(name), name);
  return [...byName.values()];
}

const toHook = (row: HookRow): WatchHook => ({
  account_name: row.accountName,
  account_names: distinct([row.accountName, ...row.furtherNames]),
  take_ratings: row.takeRatings,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/** The addresses for reports of media servers, and what came in through them. */
export function createWatchedService(deps: Dependencies) {
  const { repos, withTransaction, users, env } = deps;

  /** Returns the cards of titles by id, without those that are not in memory yet. */
  async function listCards(
    userId: number,
    mediumIds: readonly number[],
  ): Promise<ReadonlyMap<number, JsonText>> {
    const taste = await users.getTaste(userId);
    const { ids } = taste.snapshot.data;
    const cards = cardsOf(taste, indexesOf(taste.snapshot, mediumIds), { view: 'card' });
    return new Map(Array.from(cards, ([item, card]) => [ids[item] ?? 0, card]));
  }

  /** Leaves out events of titles that are not in memory yet. */
  async function toEvents(userId: number, rows: readonly EventRow[]): Promise<WithTexts<WatchEvent>[]> {
    const byId = await listCards(
      userId,
      rows.map(({ medium }) => stayingId(medium)),
    );
    return rows.flatMap(({ id, medium: title, season, episode, seenAt, undoneAt }) => {
      const medium = byId.get(stayingId(title));
      if (!medium) return [];
      return [
        {
          id,
          medium,
          episode: episode === 0 ? null : { season, episode },
          seen_at: seenAt.toISOString(),
          undone_at: undoneAt?.toISOString() ?? null,
        },
      ];
    });
  }

  async function find(userId: number): Promise<WatchHook | null> {
    const row = await repos.watched.findHook(userId);
    return row && toHook(row);
  }

  return {
    receive: createReceiver(deps),

    get: async ({ userId }: Ctx): Promise<{ watch_hook: WatchHook | null }> => ({
      watch_hook: await find(userId),
    }),

    /**
     * Creates the address or renews it; the earlier address ends at once. Only this reply contains the secret. Further
     * accounts stay.
     */
    async save({ userId }: Ctx, { account_name }: { account_name: string }): Promise<NewWatchHook> {
      const secret = createSecret();
      const secretHash = hashToken(secret);
      const row = await repos.watched.saveHook(userId, { accountName: account_name, secretHash });
      return { watch_hook: toHook(row), url: new URL(`/hooks/watched/${secret}`, env.API_ORIGIN).href };
    },

    /** @throws AppError not_found without an address. */
    async update(
      { userId }: Ctx,
      { account_names, take_ratings }: UpdateWatchHook,
    ): Promise<{ watch_hook: WatchHook }> {
      const [accountName, ...furtherNames] = distinct(account_names ?? []);
      await repos.watched.updateHook(userId, {
        ...(accountName !== undefined && { accountName, furtherNames }),
        ...(take_ratings !== undefined && { takeRatings: take_ratings }),
      });
      const watch_hook = await find(userId);
      if (!watch_hook) throw new AppError('not_found');
      return { watch_hook };
    },

    delete: ({ userId }: Ctx): Promise<void> => repos.watched.deleteHook(userId),

    async listReports({ userId }: Ctx, page: Page): Promise<WithTexts<WatchReports>> {
      const [rows, total] = await Promise.all([
        repos.watched.listReports(userId, page),
        repos.watched.countReports(userId),
      ]);
      const ids = rows.map(({ medium }) => medium && stayingId(medium));
      const byId = await listCards(
        userId,
        ids.filter((id) => id !== null),
      );
      const reports = rows.map(({ receivedAt, server, accountName, title, outcome }, at) => ({
        received_at: receivedAt.toISOString(),
        server,
        account_name: accountName,
        title,
        outcome: WatchOutcome.parse(outcome),
        medium: byId.get(ids[at] ?? 0) ?? null,
      }));
      return { reports, pagination: paginate(page, total) };
    },

    async listEvents({ userId }: Ctx, page: Page): Promise<WithTexts<WatchEvents>> {
      const [rows, total] = await Promise.all([
        repos.watched.listEvents(userId, page),
        repos.watched.countEvents(userId),
      ]);
      return { events: await toEvents(userId, rows), pagination: paginate(page, total) };
    },

    /** Restores what the event changed. A repeated call changes nothing. */
    async undo({ userId }: Ctx, id: number): Promise<{ event: WithTexts<WatchEvent> }> {
      const before = await repos.watched.getEvent(userId, id);
      if ((await toEvents(userId, [before])).length === 0) throw new AppError('not_found');
      const row = await withTransaction(async (tx) => {
        await tx.watched.lockUser(userId);
        await tx.watched.undoEvent(userId, id);
        tx.changed.add(userId);
        return tx.watched.getEvent(userId, id);
      }, `user ${userId}`);
      const [event] = await toEvents(userId, [row]);
      if (!event) throw new AppError('not_found');
      return { event };
    },
  };
}

export type WatchedService = ReturnType<typeof createWatchedService>;
