import { type Bits, clearBit, createBits } from './bits.ts';

/** The offers with a date, sorted by day. Each offer has a title, a provider, an id and a day (days since 1970, UTC). */
export interface TimedOffers {
  readonly items: Int32Array;
  readonly providers: Int32Array;
  readonly ids: Int32Array;
  readonly days: Int32Array;
}

/** The offers of one country. Contains only arrays and plain values, so that a worker thread can transfer it. */
export interface Market {
  /** The country code (ISO 3166). */
  readonly country: string;
  /** Titles with at least one offer. */
  readonly available: Bits;
  /** For each provider, the titles that it includes in its subscription or shows for free. */
  readonly providers: readonly { id: number; bits: Bits }[];
  /** The offers of title i have the positions `offerOffsets[i] … offerOffsets[i + 1] - 1`. */
  readonly offerOffsets: Int32Array;
  readonly offerStart: Int32Array;
  readonly offerEnd: Int32Array;
  readonly offerProvider: Int32Array;
  readonly offerIds: Int32Array;
  /** Included offers that have a last day. */
  readonly leaving: TimedOffers;
  /** Included offers by the day they were first seen, without offers from the first day of a provider. */
  readonly arrived: TimedOffers;
}

export const DEFAULT_COUNTRY = 'US';
const DAY_MS = 86_400_000;

export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS);

const none = (): Int32Array => new Int32Array();
const noOffers = (): TimedOffers => ({ items: none(), providers: none(), ids: none(), days: none() });

/** Returns the market of a country without offers. */
export const emptyMarket = (country: string, size: number): Market => ({
  country,
  available: createBits(size),
  providers: [],
  offerOffsets: new Int32Array(size + 1),
  offerStart: none(),
  offerEnd: none(),
  offerProvider: none(),
  offerIds: none(),
  leaving: noOffers(),
  arrived: noOffers(),
});

/** Returns the index of the title whose offer is at this position. */
function titleAt({ offerOffsets }: Market, position: number): number {
  let low = 0;
  let high = offerOffsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((offerOffsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

const without = (bits: Bits, item: number): Bits => {
  const copy = Uint32Array.from(bits);
  clearBit(copy, item);
  return copy;
};

/**
 * Returns the market without the withheld offers in its sets. Other columns keep these offers, so their readers
 * must check `withheld`.
 */
export function withhold(market: Market, withheld: ReadonlySet<number>): Market {
  let { available, providers } = market;
  for (const id of withheld) {
    const position = market.offerIds.indexOf(id);
    if (position < 0) continue;
    const item = titleAt(market, position);
    const provider = market.offerProvider[position];
    const left: number[] = [];
    for (let at = market.offerOffsets[item] ?? 0; at < (market.offerOffsets[item + 1] ?? 0); at++) {
      if (!withheld.has(market.offerIds[at] ?? 0)) left.push(market.offerProvider[at] ?? 0);
    }
    if (left.length === 0) available = without(available, item);
    if (provider !== undefined && !left.includes(provider)) {
      providers = providers.map((known) =>
        known.id === provider ? { id: known.id, bits: without(known.bits, item) } : known,
      );
    }
  }
  return { ...market, available, providers };
}
