import type { NewWatchHook, WatchEvent, WatchEvents, WatchHook } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import { createSecret, hashToken } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { type Page, paginate } from '#src/data/paging.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { TitleMatchService } from '#src/modules/imports/title-match.service.ts';
import type { Titles } from '#src/titles/feeds/title-pages.ts';
import type { MemberCache } from '#src/titles/members/members.ts';
import { readReport } from './report.ts';
import type { WatchedRepository } from './watched.repository.ts';

interface Repos {
  watched: WatchedRepository;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  limits: Pick<Limits, 'take'>;
  members: Pick<MemberCache, 'findAccess'>;
  titles: Pick<Titles, 'cards'>;
  titleMatch: TitleMatchService;
  env: { API_ORIGIN: string };
}

type HookRow = NonNullable<Awaited<ReturnType<WatchedRepository['findHook']>>>;
type EventRow = Awaited<ReturnType<WatchedRepository['getEvent']>>;

const toHook = (row: HookRow): WatchHook => ({
  account_name: row.accountName,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

const comparable = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Notes what a media server reports as watched. The secret of its address is the only proof that it may. */
export function createWatchedService({
  repos,
  withTransaction,
  limits,
  members,
  titles,
  titleMatch,
  env,
}: Dependencies) {
  /** Leaves out events of titles that are not in memory yet. */
  async function toEvents(userId: number, rows: readonly EventRow[]): Promise<WatchEvent[]> {
    const ids = [...new Set(rows.map(({ mediumId }) => mediumId))];
    const cards = await titles.cards(userId, ids, { view: 'card' });
    const byId = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap(({ id, mediumId, seenAt, undoneAt }) => {
      const medium = byId.get(mediumId);
      if (!medium) return [];
      return [{ id, medium, seen_at: seenAt.toISOString(), undone_at: undoneAt?.toISOString() ?? null }];
    });
  }

  /** Returns the user and the account name of an address, and counts addresses that do not exist. */
  async function findHook(ip: string, secret: string) {
    const hook = await repos.watched.findBySecret(hashToken(secret));
    if (hook) return hook;
    await limits.take('unknownWatchHooks', ipKey(ip));
    throw new AppError('not_found');
  }

  return {
    async get({ userId }: Ctx): Promise<{ watch_hook: WatchHook | null }> {
      const row = await repos.watched.findHook(userId);
      return { watch_hook: row && toHook(row) };
    },

    /** Creates the address or renews it; the earlier address ends at once. Only this reply contains the secret. */
    async save({ userId }: Ctx, { account_name }: { account_name: string }): Promise<NewWatchHook> {
      const secret = createSecret();
      const secretHash = hashToken(secret);
      const row = await repos.watched.saveHook(userId, { accountName: account_name, secretHash });
      return { watch_hook: toHook(row), url: new URL(`/hooks/watched/${secret}`, env.API_ORIGIN).href };
    },

    delete: ({ userId }: Ctx): Promise<void> => repos.watched.deleteHook(userId),

    async listEvents({ userId }: Ctx, page: Page): Promise<WatchEvents> {
      const [rows, total] = await Promise.all([
        repos.watched.listEvents(userId, page),
        repos.watched.countEvents(userId),
      ]);
      return { events: await toEvents(userId, rows), pagination: paginate(page, total) };
    },

    /** Restores what the event changed. A repeated call changes nothing. */
    async undo({ userId }: Ctx, id: number): Promise<{ event: WatchEvent }> {
      const [event] = await toEvents(userId, [await repos.watched.getEvent(userId, id)]);
      if (!event) throw new AppError('not_found');
      const { undoneAt } = await withTransaction(async (tx) => {
        await tx.watched.lockUser(userId);
        await tx.watched.undoEvent(userId, id);
        tx.changed.add(userId);
        return tx.watched.getEvent(userId, id);
      });
      return { event: { ...event, undone_at: undoneAt?.toISOString() ?? null } };
    },

    /**
     * Marks the watched title, or the series of the episode, as seen. Does nothing for other accounts of the server, for
     * titles that the catalogue does not know for certain, and while the user has neither trial nor plan.
     * @throws AppError not_found for an address that does not exist, too_many_requests over a limit, bad_request for a
     * body that is no report.
     */
    async receive(
      ip: string,
      secret: string,
      { contentType, body }: { contentType: string; body: Buffer },
    ): Promise<void> {
      const { userId, accountName } = await findHook(ip, secret);
      await limits.take('watchReports', String(userId));
      const report = await readReport(contentType, body);
      const access = await members.findAccess(userId);
      if (!access || access.disabled || access.memberUntil <= Date.now()) return;
      if (!report || comparable(report.accountName) !== comparable(accountName)) return;
      const mediumId = await titleMatch.findMediumId(report.hint);
      await withTransaction(async (tx) => {
        await tx.watched.lockUser(userId);
        await tx.watched.setUsed(userId);
        if (mediumId === null) return;
        await tx.watched.markSeen(userId, mediumId);
        await tx.watched.deleteOldEvents(userId);
        tx.changed.add(userId);
      });
    },
  };
}

export type WatchedService = ReturnType<typeof createWatchedService>;
