import { NewsKind } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { formatDay } from '#src/mail/format.ts';
import { defineOptionalMailToUser, isMember } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, note, paragraph, toSubjectName } from '#src/mail/message.ts';
import { HOSTILE, SAMPLE_LINKS, SAMPLE_MOMENT, SAMPLE_TITLES } from '#src/mail/sample-values.ts';
import { readTitles, type TitleFacts } from '#src/mail/titles.ts';

interface Item extends TitleFacts {
  kind: NewsKind;
  /** The streaming service, or null. */
  provider: string | null;
  date: Date;
  reason: string;
}

interface Facts {
  /** At least one item, in the order of `NewsKind`. */
  items: Item[];
  /** Returns the address that ends one kind of news in this mail. */
  unsubscribeUrl: (kind: NewsKind) => string;
}

const HEADINGS: Record<NewsKind, string> = {
  saved_leaving: 'In your lists, and leaving soon',
  saved_arrived: 'In your lists, and on your services now',
  new_for_you: 'New, and probably for you',
  new_season: 'New seasons of series that you like',
  imported_arrived: 'From your imports, and on Marquee now',
  wish_arrived: 'You asked for it, and Marquee has it now',
};

/** What the unsubscribe page calls each kind. */
export const NEWS_NAMES: Record<NewsKind, string> = {
  saved_leaving: 'saved titles that leave your services',
  saved_arrived: 'saved titles that come to your services',
  new_for_you: 'new titles that you will probably like',
  new_season: 'new seasons',
  imported_arrived: 'imported titles that arrive',
  wish_arrived: 'titles that you asked for',
};

/** Completes a subject after the name of the first title. */
const SUBJECTS: Record<NewsKind, (provider: string | null) => string> = {
  saved_leaving: (provider) => (provider === null ? 'leaves soon' : `leaves ${provider} soon`),
  saved_arrived: (provider) => (provider === null ? 'has arrived' : `is on ${provider} now`),
  new_for_you: (provider) => (provider === null ? 'is new' : `is new on ${provider}`),
  new_season: () => 'has a new season',
  imported_arrived: () => 'is on Marquee now',
  wish_arrived: () => 'is on Marquee now',
};

function toDetail({ kind, detail, provider, date, reason }: Item): string {
  const leaving = kind === 'saved_leaving' ? ` until ${formatDay(date)}` : '';
  return `${detail}${provider === null ? '' : ` · on ${provider}${leaving}`} · ${reason}`;
}

function toMessage({ items, unsubscribeUrl }: Facts, links: Links): Message {
  const [first] = items;
  const others = items.length - 1;
  const start = first
    ? `“${toSubjectName(first.title)}” ${SUBJECTS[first.kind](first.provider && toSubjectName(first.provider))}`
    : '';
  return {
    subject: others > 0 ? `${start}, and ${others} more` : start,
    preview: 'News about your lists, and new titles for you.',
    heading: 'News for you',
    blocks: [
      paragraph`This is new on your streaming services and on Marquee since your last email.`,
      ...NewsKind.options.flatMap((kind) => {
        const titles = items.filter((item) => item.kind === kind);
        if (titles.length === 0) return [];
        return [
          {
            kind: 'titles' as const,
            heading: HEADINGS[kind],
            titles: titles.map((item) => ({
              title: item.title,
              detail: toDetail(item),
              story: item.story,
              href: links.web + screenAddress(paths.newsTitle, { mediaId: item.id }),
            })),
            more: 0,
          },
          note`${link(`Stop emails about ${NEWS_NAMES[kind]}`, unsubscribeUrl(kind))}`,
        ];
      }),
      button('See all news', links.web + paths.news),
    ],
    because: 'news about titles are on in your settings',
  };
}

const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * The weekly mail. The job finds the news with the recommender, which the sender does not have, so the payload holds
 * the reasons.
 */
export const news = defineOptionalMailToUser({
  optional: { preferences: ['news'], name: 'the weekly email with news about titles' },
  payload: z.object({
    items: z
      .array(
        z.object({
          kind: NewsKind,
          mediumId: Id,
          /** The offer that the news is about, or null. */
          offerId: Id.nullable(),
          date: z.iso.date(),
          reason: z.string(),
        }),
      )
      .min(1),
  }),
  async write(user, { payload }, context) {
    const { facts, links, newsUnsubscribeUrl } = context;
    if (!isMember(user, context)) return null;
    const wanted = payload.items.filter(({ kind }) => !user.newsUnsubscribed.includes(kind));
    const ids = wanted.map(({ mediumId }) => mediumId);
    const offers = new Map((await facts.listOwnOffers(user.id, ids)).map((offer) => [offer.id, offer]));
    const titles = new Map((await readTitles(facts, ids)).map((title) => [title.id, title]));
    const items = wanted.flatMap(({ kind, mediumId, offerId, date, reason }): Item[] => {
      const title = titles.get(mediumId);
      const offer = offerId === null ? null : offers.get(offerId);
      // An offer that ended meanwhile is no news. The last day may have changed.
      if (!title || offer === undefined) return [];
      const day = kind === 'saved_leaving' ? offer?.leavingOn : date;
      if (!day || (kind === 'saved_leaving' && day < today())) return [];
      return [{ ...title, kind, provider: offer?.provider ?? null, date: new Date(day), reason }];
    });
    const unsubscribeUrl = (kind: NewsKind): string => newsUnsubscribeUrl(user.id, kind);
    return items.length > 0 ? toMessage({ items, unsubscribeUrl }, links) : null;
  },
  samples: () => {
    const unsubscribeUrl = (kind: NewsKind): string => `${SAMPLE_LINKS.web}/unsubscribe/${kind}`;
    const sample = (kind: NewsKind): Item[] =>
      SAMPLE_TITLES.map((title) => ({
        ...title,
        kind,
        provider: kind.startsWith('saved') ? 'Disney+' : null,
        date: SAMPLE_MOMENT,
        reason: 'You saved it for later.',
      }));
    const hostile: Item = {
      id: 1,
      title: HOSTILE,
      detail: 'Movie',
      story: HOSTILE,
      kind: 'saved_leaving',
      provider: HOSTILE,
      date: SAMPLE_MOMENT,
      reason: HOSTILE,
    };
    return {
      news: toMessage({ items: NewsKind.options.flatMap(sample), unsubscribeUrl }, SAMPLE_LINKS),
      'news-hostile': toMessage({ items: [hostile], unsubscribeUrl }, SAMPLE_LINKS),
    };
  },
});
