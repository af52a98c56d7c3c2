import type { NewsKind } from '@marquee/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { TasteRepository } from '#src/titles/users/taste.repository.ts';
import { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { findNews, type News } from './find-news.ts';
import type { DueUser, NewsRepository } from './news.repository.ts';
import { readNewsFacts } from './news.service.ts';

/** Upper limit of titles of one kind in one mail. The others come with the next mail. */
const MAILED_OF_KIND = 6;
/** Number of users in one query. */
const BATCH = 500;
/** Days until the next mail, and until the next look when there was nothing to mail. */
const DAYS = { mailed: 7, nothing: 1 } as const;

interface Dependencies {
  log: FastifyBaseLogger;
  repos: { news: NewsRepository; taste: TasteRepository };
  users: Pick<UserCache, 'findAccess'>;
  withTransaction: WithTransaction<{ news: NewsRepository; outbox: OutboxRepository }>;
  borrowSnapshot: () => Promise<Snapshot>;
}

/** Returns the news for the mail: no kind that the user unsubscribed from, and nothing that a mail has named. */
function toMail(
  news: readonly News[],
  toId: (item: number) => number,
  mailed: ReadonlySet<string>,
  unsubscribed: readonly string[],
): News[] {
  const counts = new Map<NewsKind, number>();
  return news.filter(({ kind, item }) => {
    if (unsubscribed.includes(kind) || mailed.has(`${kind} ${toId(item)}`)) return false;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAILED_OF_KIND;
  });
}

/** Queues the weekly mail with news (docs/product.md#news). */
export function createNewsMailsService(deps: Dependencies) {
  const { repos, users, withTransaction, borrowSnapshot, log } = deps;

  async function find(user: DueUser, snapshot: Snapshot): Promise<{ taste: Taste; news: News[] } | null> {
    const access = await users.findAccess(user.id);
    if (!access || access.memberUntil <= Date.now()) return null;
    const row = await repos.taste.findTaste(user.id);
    if (!row) return null;
    const taste = new Taste(snapshot, row);
    const [{ timely, facts }, mailed] = await Promise.all([
      readNewsFacts(repos.news, user.id, taste),
      repos.news.listMailed(user.id),
    ]);
    const toId = (item: number): number => snapshot.data.ids[item] ?? 0;
    return { taste, news: toMail(findNews(taste, timely, facts), toId, mailed, user.unsubscribed) };
  }

  async function queue(user: DueUser, snapshot: Snapshot): Promise<boolean> {
    const found = await find(user, snapshot);
    if (!found || found.news.length === 0) {
      await repos.news.postpone(user, DAYS.nothing);
      return false;
    }
    const { taste, news } = found;
    const items = news.map(({ kind, item, offer, date, reason }) => ({
      kind,
      mediumId: snapshot.data.ids[item] ?? 0,
      offerId: offer === null ? null : (taste.market.offerIds[offer] ?? null),
      date,
      reason,
    }));
    return withTransaction(async (tx) => {
      if (!(await tx.news.postpone(user, DAYS.mailed))) return false;
      await tx.news.addMailed(
        user.id,
        items.map(({ kind, mediumId }) => ({ kind, mediumId })),
      );
      await tx.outbox.add({ kind: 'news', userId: user.id, payload: { items } });
      return true;
    });
  }

  return {
    /**
     * Queues the mail of every user whose week is over. A user without news gets no mail and is looked at again the
     * next day. Returns the number of queued mails.
     */
    async queueDue({ signal }: { signal?: AbortSignal } = {}): Promise<number> {
      let queued = 0;
      let snapshot: Snapshot | null = null;
      for (let after = 0; ; ) {
        const due = await repos.news.listDue(after, BATCH);
        for (const user of due) {
          signal?.throwIfAborted();
          snapshot ??= await borrowSnapshot();
          try {
            if (await queue(user, snapshot)) queued++;
          } catch (err) {
            // The others must not wait for one user. The next run tries again.
            log.error({ err, userId: user.id }, 'the weekly mail could not be queued');
          }
        }
        const last = due.at(-1);
        if (!last) return queued;
        after = last.id;
      }
    },
  };
}

export type NewsMailsService = ReturnType<typeof createNewsMailsService>;
