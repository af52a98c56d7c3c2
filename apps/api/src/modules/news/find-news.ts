import { LIKELIHOOD_BANDS, type NewsKind, RATING_MAX } from '@marquee/contracts';
import { starsInWords } from '@marquee/contracts/in-words';
import { arrange, tasteOf } from '@marquee/recommender';
import { ReasonTeller } from '#src/titles/cards/reason-teller.ts';
import { type Bits, clearBit, hasBit } from '#src/titles/engine/bits.ts';
import type { TimedOffers } from '#src/titles/engine/markets.ts';
import { openTitles } from '#src/titles/engine/open.ts';
import { tenthsOf } from '#src/titles/engine/predictions.ts';
import { NEWS_DAYS } from '#src/titles/offer-rules.ts';
import { ownOffers } from '#src/titles/pages/timely-rows.ts';
import { plainReason, reasonsFor, type ToldReason } from '#src/titles/users/reason-sentence.ts';
import type { Taste } from '#src/titles/users/taste.ts';

/** The largest number of titles that are news because the user will probably like them. */
const FOR_YOU_MAX = 100;

export interface SavedTitle {
  mediumId: number;
  listName: string;
  isWatchLater: boolean;
}

export interface SeasonTitle {
  mediumId: number;
  seasons: number;
  /** Null where the user watches the series without having rated it. */
  rating: number | null;
  /** `YYYY-MM-DD` */
  day: string;
}

export interface ImportedTitle {
  mediumId: number;
  importId: number;
  /** `YYYY-MM-DD` */
  day: string;
}

export interface WishedTitle {
  mediumId: number;
  query: string;
  /** `YYYY-MM-DD` */
  day: string;
}

/** What the database knows beyond the taste. */
export interface NewsFacts {
  saved: readonly SavedTitle[];
  seasons: readonly SeasonTitle[];
  imported: readonly ImportedTitle[];
  wished: readonly WishedTitle[];
}

export interface News extends ToldReason {
  kind: NewsKind;
  /** The index of the title in the snapshot. */
  item: number;
  /** The position of the offer in the market, or null. */
  offer: number | null;
  /** `YYYY-MM-DD` */
  date: string;
  /** The late import that brought the title, or null. */
  importId: number | null;
}

const DAY_MS = 86_400_000;
const toDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** A title of an own offer, with the place of the offer in the market and a day (days since 1970). */
interface Timely {
  item: number;
  offer: number | null;
  day: number;
}

/** Returns where the offer with this id is among the offers of the title. */
function positionOf({ market }: Taste, item: number, offerId: number): number | null {
  const end = market.offerOffsets[item + 1] ?? 0;
  for (let at = market.offerOffsets[item] ?? 0; at < end; at++)
    if (market.offerIds[at] === offerId) return at;
  return null;
}

/** Returns the first offer of the title that the user's services include, or null. */
function ownOffer(taste: Taste, item: number): number | null {
  const { market } = taste;
  const end = market.offerOffsets[item + 1] ?? 0;
  for (let at = market.offerOffsets[item] ?? 0; at < end; at++) {
    const provider = market.offerProvider[at] ?? 0;
    const isIncluded = market.providers.some(({ id, bits }) => id === provider && hasBit(bits, item));
    if (isIncluded && taste.selected(provider) && !taste.withheld.has(market.offerIds[at] ?? 0)) return at;
  }
  return null;
}

/** Returns the titles of own offers with a day in this range. A user without services has no own offers. */
function timely(taste: Taste, offers: TimedOffers, from: number, to: number): Timely[] {
  if (taste.providers.size === 0) return [];
  return ownOffers(taste, offers, from, to).map((at) => {
    const item = offers.items[at] ?? 0;
    return { item, offer: positionOf(taste, item, offers.ids[at] ?? 0), day: offers.days[at] ?? 0 };
  });
}

/** The offers of a taste that may be news on `today` (days since 1970). Titles that leave first come first. */
export interface TimelyOffers {
  today: number;
  leaving: Timely[];
  arrived: Timely[];
}

export const timelyOffers = (taste: Taste, today: number): TimelyOffers => ({
  today,
  leaving: timely(taste, taste.market.leaving, today, today + NEWS_DAYS.leaving),
  arrived: timely(taste, taste.market.arrived, today - NEWS_DAYS.arrived, today).reverse(),
});

/** Returns the titles that were released lately and came into the catalogue lately. */
function releases({ snapshot: { data } }: Taste, today: number): Timely[] {
  const found: Timely[] = [];
  const from = data.newestYears?.from ?? Number.POSITIVE_INFINITY;
  data.arrivals.forEach((day, item) => {
    const isRecent = hasBit(data.listed, item) && (data.year[item] ?? 0) >= from;
    if (day >= today - NEWS_DAYS.arrived && isRecent) found.push({ item, offer: null, day });
  });
  return found;
}

type Found = Omit<News, 'importId'>;

/**
 * Returns new titles that the user will probably like, the most probable first: by likelihood and not by fame. Several
 * tastes of the user take turns.
 */
function forYou(taste: Taste, { arrived, today }: TimelyOffers, open: Bits, teller: ReasonTeller): Found[] {
  const fresh = new Map<number, Timely>();
  for (const title of [...arrived, ...releases(taste, today)])
    if (hasBit(open, title.item) && !fresh.has(title.item)) fresh.set(title.item, title);
  const reasonFor = reasonsFor(taste, teller);
  const probabilities = taste.predictions.probabilitiesOf([...fresh.keys()]);
  const probable = Array.from(fresh.keys(), (item, at) => ({ item, probability: probabilities[at] ?? 0 }))
    .filter(({ probability }) => tenthsOf(RATING_MAX * probability) >= 10 * LIKELIHOOD_BANDS.high)
    .sort((a, b) => b.probability - a.probability || a.item - b.item);
  const candidates = taste.predictions.candidatesAmong(Int32Array.from(probable, ({ item }) => item));
  const own = tasteOf(candidates);
  // In the turns of a taste, its own titles come before all others.
  const tastes = candidates.tastes.map(({ share }, place) => ({
    share,
    scores: Float32Array.from(probable, ({ probability }, at) => probability + (own[at] === place ? 1 : 0)),
  }));
  const shown = [...arrange(taste.snapshot.model, { ...candidates, tastes }, { places: FOR_YOU_MAX })];
  // Together, which is faster than one by one.
  taste.predictions.of(shown);
  return shown
    .flatMap((item) => fresh.get(item) ?? [])
    .map(({ item, offer, day }) => ({
      kind: 'new_for_you',
      item,
      offer: offer ?? ownOffer(taste, item),
      date: toDate(day),
      ...reasonFor(item, () => (taste.factors.count > 0 ? 'You will probably like it' : 'Widely loved')),
    }));
}

function savedNews(
  taste: Taste,
  kind: NewsKind,
  titles: readonly Timely[],
  saved: readonly SavedTitle[],
): Found[] {
  const lists = new Map(saved.map((title) => [taste.snapshot.indexOf(title.mediumId), title]));
  return titles.flatMap(({ item, offer, day }) => {
    const list = lists.get(item);
    if (!list || taste.ratings.has(item) || taste.seen.has(item) || taste.hidden(item)) return [];
    if (taste.begun.get(item)?.state === 'dropped') return [];
    const place = list.isWatchLater ? 'for later' : `to “${list.listName}”`;
    return [{ kind, item, offer, date: toDate(day), ...plainReason(`You saved it ${place}.`) }];
  });
}

/** Returns the new seasons, the latest first. */
const seasonNews = (taste: Taste, seasons: readonly SeasonTitle[]): Found[] =>
  [...seasons]
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.mediumId - b.mediumId))
    .flatMap(({ mediumId, seasons: count, rating, day }) => {
      const item = taste.snapshot.indexOf(mediumId);
      if (item < 0 || taste.hidden(item)) return [];
      const why = rating === null ? 'You watch it' : `You rated it ${starsInWords(rating)}`;
      const reason = `${why}, and it has ${count} seasons now.`;
      return [{ kind: 'new_season', item, offer: ownOffer(taste, item), date: day, ...plainReason(reason) }];
    });

/** Returns the titles that came into the catalogue, the latest first. */
const arrivedNews = (
  taste: Taste,
  kind: NewsKind,
  titles: readonly { mediumId: number; day: string; reason: string }[],
): Found[] =>
  titles
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.mediumId - b.mediumId))
    .flatMap(({ mediumId, day, reason }) => {
      const item = taste.snapshot.indexOf(mediumId);
      return item < 0
        ? []
        : [{ kind, item, offer: ownOffer(taste, item), date: day, ...plainReason(reason) }];
    });

/**
 * Returns what is new for a user, in the order of `NewsKind`. Each title occurs once, with its first kind.
 * @param teller the one that writes the cards of the reply.
 */
export function findNews(
  taste: Taste,
  timelyTitles: TimelyOffers,
  facts: NewsFacts,
  teller = new ReasonTeller(),
): News[] {
  const { saved, seasons, imported, wished } = facts;
  const { fresh: open } = openTitles(taste, { allStreaming: true, mediaType: 'all' });
  for (const item of taste.listed) clearBit(open, item);
  const all = [
    ...savedNews(taste, 'saved_leaving', timelyTitles.leaving, saved),
    ...savedNews(taste, 'saved_arrived', timelyTitles.arrived, saved),
    ...forYou(taste, timelyTitles, open, teller),
    ...seasonNews(taste, seasons),
    ...arrivedNews(
      taste,
      'imported_arrived',
      imported.map((title) => ({ ...title, reason: 'It was in a file that you imported.' })),
    ),
    ...arrivedNews(
      taste,
      'wish_arrived',
      wished.map(({ query, ...title }) => ({ ...title, reason: `You asked for “${query}”.` })),
    ),
  ];
  const first = new Map<number, News>();
  const imports = new Map(imported.map(({ mediumId, importId }) => [mediumId, importId]));
  for (const news of all) {
    const importId = imports.get(taste.snapshot.data.ids[news.item] ?? 0) ?? null;
    if (!first.has(news.item)) first.set(news.item, { ...news, importId });
  }
  return [...first.values()];
}
