import { ROUND_DECK } from '@marquee/contracts';
import { groupScores } from '@marquee/recommender';
import { type Bits, clearBit, createBits, intersect, toItems, unite } from '#src/titles/engine/bits.ts';
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
  /** Fills `out` with the probabilities that the person likes the items. */
  likeProbabilities(items: Int32Array, out: Float32Array): void;
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
  keepFitting(data, open, evening);
  return open;
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
  const items = toItems(openTo(people, data, market, evening));
  const probabilities = people.map((person) => {
    const found = new Float32Array(items.length);
    person.likeProbabilities(items, found);
    return found;
  });
  const scores = groupScores(probabilities);
  const byScore = (a: number, b: number): number => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b;
  const best = Array.from(items.keys()).sort(byScore).slice(0, DRAWN_FROM);
  const drawn = draw(
    best.map((at) => scores[at] ?? 0),
    ROUND_DECK,
    random,
  )
    .map((at) => best[at] ?? 0)
    .sort(byScore);
  const toBand = (probability: number): number => BAND * Math.min(9, Math.floor(BAND * probability));
  return {
    items: drawn.map((at) => items[at] ?? 0),
    bands: new Map(
      people.map(({ id }, person) => [id, drawn.map((at) => toBand(probabilities[person]?.[at] ?? 0))]),
    ),
  };
}
