import { type NewsQuery, type NewsReply, PAGE_SIZE } from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { offsetOf, paginate } from '#src/data/paging.ts';
import { writeCard, writeOffer } from '#src/titles/cards/card-writer.ts';
import { ReasonTeller } from '#src/titles/cards/reason-teller.ts';
import { dayOf } from '#src/titles/engine/markets.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { findNews, type NewsFacts, type TimelyOffers, timelyOffers } from './find-news.ts';
import type { NewsRepository } from './news.repository.ts';

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  repos: { news: NewsRepository };
}

/** Reads what is news for a user on this day. */
export async function readNewsFacts(
  news: Pick<NewsRepository, 'listSaved' | 'listNewSeasons' | 'listImported' | 'listWished'>,
  userId: number,
  taste: Taste,
  now = new Date(),
): Promise<{ timely: TimelyOffers; facts: NewsFacts }> {
  const timely = timelyOffers(taste, dayOf(now.getTime()));
  const items = new Set([...timely.leaving, ...timely.arrived].map(({ item }) => item));
  const mediumIds = [...items].map((item) => taste.snapshot.data.ids[item] ?? 0);
  const [saved, seasons, imported, wished] = await Promise.all([
    news.listSaved(userId, mediumIds),
    news.listNewSeasons(userId),
    news.listImported(userId),
    news.listWished(userId),
  ]);
  return { timely, facts: { saved, seasons, imported, wished } };
}

/** Says what is new for a user (docs/product.md#news). */
export function createNewsService({ users, repos }: Dependencies) {
  return {
    /** Returns the reply of GET /api/v1/news. */
    async list({ userId }: Ctx, { page }: z.output<typeof NewsQuery>): Promise<WithTexts<NewsReply>> {
      const taste = await users.getTaste(userId);
      const { data } = taste.snapshot;
      const { timely, facts } = await readNewsFacts(repos.news, userId, taste);
      const teller = new ReasonTeller();
      const news = findNews(taste, timely, facts, teller);
      const shown = { page, perPage: PAGE_SIZE };
      const from = offsetOf(shown);
      return {
        news: news
          .slice(from, from + PAGE_SIZE)
          .map(({ kind, item, offer, date, reason, reason_parts, importId }) => ({
            kind,
            medium: writeCard(data, taste.market, item, taste, 'full', null, teller),
            provider_medium: offer === null ? null : writeOffer(data, offer, taste),
            date,
            reason,
            reason_parts,
            import_id: importId,
          })),
        pagination: paginate(shown, news.length),
      };
    },
  };
}

export type NewsService = ReturnType<typeof createNewsService>;
