import { hasNewerList } from '@marquee/contracts/offer-age';
import { createBits, setBit } from '#src/titles/engine/bits.ts';
import {
  DEFAULT_COUNTRY,
  dayOf,
  emptyMarket,
  type Market,
  type TimedOffers,
} from '#src/titles/engine/markets.ts';
import { STOCK_DAYS } from '#src/titles/offer-rules.ts';

/** An offer whose JSON has been written. */
export interface WrittenOffer {
  id: number;
  provider: number;
  country: string;
  isIncluded: boolean;
  /** Whether it was last seen so long ago that a newer list of its service replaces it. */
  isLongAgo: boolean;
  /** Byte positions of the offer's JSON: from `start` (included) to `end` (not included). */
  start: number;
  end: number;
  /** The last day of the offer in milliseconds since 1970. Null when it is unknown. */
  leaving: number | null;
  firstSeen: number;
}

interface Placed {
  item: number;
  offer: WrittenOffer;
}

const STOCK_MS = STOCK_DAYS * 86_400_000;

function toTimed(placed: readonly Placed[], timeOf: (offer: WrittenOffer) => number): TimedOffers {
  const sorted = placed.toSorted((a, b) => timeOf(a.offer) - timeOf(b.offer) || a.item - b.item);
  const column = (of: (entry: Placed) => number) => Int32Array.from(sorted, of);
  return {
    items: column(({ item }) => item),
    providers: column(({ offer }) => offer.provider),
    ids: column(({ offer }) => offer.id),
    days: column(({ offer }) => dayOf(timeOf(offer))),
  };
}

/** Returns the included offers that were first seen after the first day of their provider. */
function findArrivals(included: readonly Placed[]): Placed[] {
  const began = new Map<number, number>();
  for (const { offer } of included) {
    began.set(
      offer.provider,
      Math.min(began.get(offer.provider) ?? Number.POSITIVE_INFINITY, offer.firstSeen),
    );
  }
  return included.filter(({ offer }) => offer.firstSeen > (began.get(offer.provider) ?? 0) + STOCK_MS);
}

/** Returns the providers whose offers in a country are mostly so new that an old sighting says nothing any more. */
function findRenewed(placed: readonly Placed[]): ReadonlySet<number> {
  const counts = new Map<number, { newer: number; all: number }>();
  for (const { offer } of placed) {
    const { newer, all } = counts.get(offer.provider) ?? { newer: 0, all: 0 };
    counts.set(offer.provider, { newer: newer + Number(!offer.isLongAgo), all: all + 1 });
  }
  return new Set([...counts].flatMap(([id, { newer, all }]) => (hasNewerList(newer, all) ? [id] : [])));
}

function buildMarket(
  country: string,
  titles: readonly (readonly WrittenOffer[])[],
  providerIds: readonly number[],
): Market {
  const market = emptyMarket(country, titles.length);
  const bits = new Map(providerIds.map((id) => [id, createBits(titles.length)]));
  const placed: Placed[] = [];
  titles.forEach((offers, item) => {
    for (const offer of offers) {
      if (offer.country !== country) continue;
      placed.push({ item, offer });
      setBit(market.available, item);
    }
    market.offerOffsets[item + 1] = placed.length;
  });
  const renewed = findRenewed(placed);
  const included = placed.filter(
    ({ offer }) => offer.isIncluded && !(offer.isLongAgo && renewed.has(offer.provider)),
  );
  for (const { item, offer } of included) {
    const titlesOf = bits.get(offer.provider);
    if (titlesOf) setBit(titlesOf, item);
  }
  const column = (of: (offer: WrittenOffer) => number) => Int32Array.from(placed, ({ offer }) => of(offer));
  return {
    ...market,
    providers: [...bits].map(([id, found]) => ({ id, bits: found })),
    offerStart: column(({ start }) => start),
    offerEnd: column(({ end }) => end),
    offerProvider: column(({ provider }) => provider),
    offerIds: column(({ id }) => id),
    leaving: toTimed(
      included.filter(({ offer }) => offer.leaving !== null),
      (offer) => offer.leaving ?? 0,
    ),
    arrived: toTimed(findArrivals(included), (offer) => offer.firstSeen),
  };
}

/** Builds a market for each country with offers. The default country has a market even without offers. */
export function buildMarkets(
  titles: readonly (readonly WrittenOffer[])[],
  providerIds: readonly number[],
): Market[] {
  const countries = new Set([DEFAULT_COUNTRY]);
  for (const offers of titles) for (const { country } of offers) countries.add(country);
  return [...countries].map((country) => buildMarket(country, titles, providerIds));
}
