import { type NewsQuery, PAGE_SIZE } from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import type { Written } from '#src/core/encoded-json.ts';
import { offsetOf, paginate } from '#src/data/paging.ts';
import { dayOf } from '#src/titles/engine/markets.ts';
import type { CardPages } from '#src/titles/pages/card-pages.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { findNews, type News, type NewsFacts, type TimelyOffers, timelyOffers } from './find-news.ts';
import type { NewsRepository } from './news.repository.ts';

interface Dependencies {
  titles: Pick<CardPages, 'getTaste' | 'keepReply' | 'begin'>;
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
export function createNewsService({ titles, repos }: Dependencies) {
  function write(taste: Taste, news: readonly News[], page: number): Uint8Array {
    const { data } = taste.snapshot;
    const shown = { page, perPage: PAGE_SIZE };
    const from = offsetOf(shown);
    const out = titles.begin().text('{"news":[');
    news.slice(from, from + PAGE_SIZE).forEach(({ kind, item, offer, date, reason, importId }, at) => {
      out.text(`${at > 0 ? ',' : ''}{"kind":"${kind}","medium":`);
      out.card(data, taste.market, item, taste, 'full', null).text(',"provider_medium":');
      if (offer === null) out.text('null');
      else out.offer(data, offer, taste);
      out.text(`,"date":"${date}","reason":${JSON.stringify(reason)},"import_id":${importId}}`);
    });
    return out.text(`],"pagination":${JSON.stringify(paginate(shown, news.length))}}`).borrow();
  }

  return {
    /** Returns the reply of GET /api/v1/news as serialized JSON. */
    async list({ userId }: Ctx, { page }: z.output<typeof NewsQuery>): Promise<Written> {
      const taste = await titles.getTaste(userId);
      const { timely, facts } = await readNewsFacts(repos.news, userId, taste);
      return titles.keepReply(
        taste,
        `${userId} news ${page}`,
        () => write(taste, findNews(taste, timely, facts), page),
        JSON.stringify([timely.today, facts]),
      );
    },
  };
}

export type NewsService = ReturnType<typeof createNewsService>;
