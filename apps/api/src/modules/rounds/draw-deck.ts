import { ROUND_DECK } from '@marquee/contracts';
import { bestForGroup } from '@marquee/recommender';
import {
  type Bits,
  clearBit,
  countBits,
  createBits,
  intersect,
  subtract,
  toItems,
  unite,
} from '#src/titles/engine/bits.ts';
import type { ItemRatings, ItemSet } from '#src/titles/engine/items.ts';
import type { Market } from '#src/titles/engine/markets.ts';
import { type Evening, keepFitting } from '#src/titles/engine/mood.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';

/**
 * Sixty titles are drawn from this many of the best. So most good titles are missing from most decks, and a missing
 * title does not tell that somebody hid it or rated it low.
 */
const DRAWN_FROM = 300;
/** A title that somebody present rated with this or less is not in the deck. */
const DISLIKED = 4;
const BAND = 10;

/** What the draw reads of one person. Titles are indexes of the snapshot. */
export interface Person {
  id: number;
  ratings: ItemRatings;
  hiddenItems: ItemSet;
  providers: ReadonlySet<number>;
  /** Returns the probabilities that the person likes the items. */
  likeProbabilities(items: Int32Array): Float32Array;
}

export interface Deck {
  /** The drawn titles, the best for the group first. */
  items: number[];
  /** The band of each title by person: the lower end in per cent. */
  bands: ReadonlyMap<number, number[]>;
}

/** Returns the titles that the group may see: on a service of anyone, and neither hidden nor disliked by anyone. */
function openTo(people: readonly Person[], data: SnapshotData, market: Market, evening: Evening): Bits {
  const own = new Set(people.flatMap(({ providers }) => [...providers]));
  const open = createBits(data.size);
  for (const { id, bits } of market.providers) if (own.size === 0 || own.has(id)) unite(open, bits);
  intersect(open, data.listed);
  for (const { ratings, hiddenItems } of people) {
    for (const item of hiddenItems) clearBit(open, item);
    for (const [item, rating] of ratings) if (rating <= DISLIKED) clearBit(open, item);
  }
  const last = keepFitting(data, open, evening);
  const surely = open.slice();
  subtract(surely, last);
  return countBits(surely) >= ROUND_DECK ? surely : open;
}

/** Draws without replacement, weighted: the largest log(u) / weight (Efraimidis and Spirakis 2006). */
function draw(weights: ArrayLike<number>, count: number, random: () => number): number[] {
  return Array.from(weights, (weight, at) => ({ at, key: Math.log(1 - random()) / Math.max(weight, 1e-6) }))
    .sort((a, b) => b.key - a.key || a.at - b.at)
    .slice(0, count)
    .map(({ at }) => at);
}

/** Draws the deck of a round. */
export function drawDeck(
  people: readonly Person[],
  { data, market, evening }: { data: SnapshotData; market: Market; evening: Evening },
  random: () => number = Math.random,
): Deck {
  const { items: best, scores } = bestForGroup(
    people.map((person) => (items) => person.likeProbabilities(items)),
    toItems(openTo(people, data, market, evening)),
    DRAWN_FROM,
  );
  // The best are in order, so the drawn ones in order of their places are too.
  const items = Int32Array.from(
    draw(scores, ROUND_DECK, random).sort((a, b) => a - b),
    (at) => best[at] ?? 0,
  );
  const bandsOf = (person: Person): number[] => {
    return Array.from(
      person.likeProbabilities(items),
      (probability) => BAND * Math.min(9, Math.floor(BAND * probability)),
    );
  };
  return { items: [...items], bands: new Map(people.map((person) => [person.id, bandsOf(person)])) };
}
