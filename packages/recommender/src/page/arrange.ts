import { topK } from '../math/select.ts';
import { standardOf } from '../math/standard.ts';
import type { Model } from '../model/types.ts';
import type { Candidates } from './candidates.ts';
import { RecentFacts } from './variety.ts';

/** So many titles are arranged. Later ones stay in the order of their scores. */
const PLACES = 100;

/** The most that scores are scaled by. */
const MOST_SCALED = 1e6;

/** At most so many open titles are compared for a place. */
const REACH = 60;

/** Among the titles that a user sees without scrolling, so many may share a director, and so many a franchise. */
const FIRST = { places: 10, ofDirector: 2, ofFranchise: 1 };

/** What is decided about a list beside the scores of its titles. */
export interface Rules {
  /** Of `turn` titles at most one is not among these, while these last. */
  readonly preferred?: { readonly has: (item: number) => boolean; readonly turn: number } | undefined;
  /**
   * Titles that a later part of their franchise may follow: rated, seen and hidden ones. Of a franchise, the first part
   * that is not known stands for it. Without this rule parts come in any order.
   */
  readonly isKnown?: ((item: number) => boolean) | undefined;
  /** Titles that are put far apart from those before them, in decade, country and length too. */
  readonly spread?: Spread;
  readonly places?: number;
}

export interface Spread {
  /** Titles that count as the ones before the list, such as the last answers of a user, the last one first. */
  readonly before: ArrayLike<number>;
  /** 0 to 1. With 0 nothing is spread. */
  readonly weight: number;
}

/**
 * Arranges the start of a list, a place at a time: the taste that lacks most of its share has the place, and gets its best
 * title by score less what it has in common with the titles before it, as far as the rules let it through.
 * @returns the titles in their order, without those that a rule keeps out.
 */
export function arrange(
  { facts, catalogue }: Pick<Model, 'facts' | 'catalogue'>,
  { items, tastes }: Candidates,
  { preferred, isKnown, spread = { before: [], weight: 0 }, places = PLACES }: Rules,
): Int32Array {
  const standIns = isKnown ? firstParts(facts.earlierParts, items, isKnown) : items.map((_, at) => at);
  const isPreferred = Uint8Array.from(items, (item) => (preferred?.has(item) === false ? 0 : 1));
  const isLeft = Uint8Array.from(standIns, (first, at) => (first === at ? 1 : 0));
  let preferredLeft = isLeft.reduce((sum, left, at) => sum + left * isPreferred[at], 0);
  const lists = tastes.map(({ scores, share }) => ({ ...rankedBy(scores, standIns), share, taken: 0 }));
  const recent = new RecentFacts(facts, spread.weight);
  if (spread.weight > 0) for (const item of Array.from(spread.before).toReversed()) recent.add(item);
  const first = new FirstTitles(catalogue);
  const out: number[] = [];
  let others = 0;
  while (out.length < places) {
    const place = out.length + 1;
    const lacks = ({ share, taken }: (typeof lists)[number]): number => share * place - taken;
    const list = lists.reduce((most, one) => (lacks(one) > lacks(most) + 1e-9 ? one : most));
    const mayBeOther = preferredLeft === 0 || others < Math.floor(place / (preferred?.turn ?? 1));
    const isOpen = (at: number): boolean => isLeft[at] === 1 && (mayBeOther || isPreferred[at] === 1);
    const fits = (at: number): boolean => place > FIRST.places || first.mayHave(items[at]);
    const best = bestOf(list, isOpen, fits, (at) => recent.penaltyOf(items[at]));
    if (best === undefined) break;
    isLeft[best] = 0;
    if (isPreferred[best] === 1) preferredLeft--;
    else others++;
    list.taken++;
    out.push(items[best]);
    recent.add(items[best]);
    first.add(items[best]);
  }
  return Int32Array.from(out);
}

/** Candidates by score. */
interface Ranked {
  /** Returns the n-th best place, from 0; undefined after the last one. */
  readonly placeAt: (n: number) => number | undefined;
  /** The scores by place, in standard deviations. */
  readonly scores: Float32Array;
}

/** Ranks candidates by score. A first part of a franchise has the score of the best part that it stands for. */
function rankedBy(scores: Float32Array, standIns: Int32Array): Ranked {
  const own = scores.slice();
  standIns.forEach((first, at) => {
    if (first >= 0) own[first] = Math.max(own[first], scores[at]);
  });
  // Few lists are read to their end, so more are ranked when they are asked for.
  let asked = PLACES + REACH;
  let ranked = topK(own, asked);
  const placeAt = (n: number): number | undefined => {
    if (n >= asked && asked < own.length) {
      asked *= 2;
      ranked = topK(own, asked);
    }
    return n < ranked.length ? ranked[n] : undefined;
  };
  // Where the first scores hardly differ, their small differences decide alone.
  const { scale } = standardOf(Array.from(ranked.subarray(0, PLACES), (at) => own[at]));
  return { placeAt, scores: own.map((score) => score * (scale || MOST_SCALED)) };
}

/** Returns the best open candidate that fits, or the first open one where none does; undefined when none is open. */
function bestOf(
  { placeAt, scores }: Ranked,
  isOpen: (at: number) => boolean,
  fits: (at: number) => boolean,
  penaltyOf: (at: number) => number,
): number | undefined {
  let firstOpen: number | undefined;
  let best: number | undefined;
  let most = Number.NEGATIVE_INFINITY;
  let compared = 0;
  for (let n = 0; ; n++) {
    const at = placeAt(n);
    // Later titles have lower scores, so none can exceed the best value, even without a penalty.
    if (at === undefined || (best !== undefined && (scores[at] <= most || compared >= REACH))) break;
    if (!isOpen(at)) continue;
    firstOpen ??= at;
    compared++;
    if (!fits(at)) continue;
    const value = scores[at] - penaltyOf(at);
    if (value > most) {
      most = value;
      best = at;
    }
  }
  return best ?? firstOpen;
}

/**
 * Returns for each candidate the place of the one that stands for it: its own, or that of the first part of its franchise that
 * is not known; -1 where that part is no candidate.
 */
function firstParts(
  { offsets, values }: Model['facts']['earlierParts'],
  items: Int32Array,
  isKnown: (item: number) => boolean,
): Int32Array {
  return items.map((item, at) => {
    for (let k = offsets[item]; k < offsets[item + 1]; k++)
      if (!isKnown(values[k])) return items.indexOf(values[k]);
    return at;
  });
}

/** Counts directors and franchises of the first titles. */
class FirstTitles {
  readonly #catalogue: Model['catalogue'];
  readonly #directors = new Map<number, number>();
  readonly #franchises = new Map<number, number>();

  constructor(catalogue: Model['catalogue']) {
    this.#catalogue = catalogue;
  }

  #directorsOf(item: number): Int32Array {
    const { offsets, values } = this.#catalogue.directors;
    return values.subarray(offsets[item], offsets[item + 1]);
  }

  mayHave(item: number): boolean {
    const franchise = this.#catalogue.franchise[item];
    if (franchise >= 0 && (this.#franchises.get(franchise) ?? 0) >= FIRST.ofFranchise) return false;
    return this.#directorsOf(item).every((own) => (this.#directors.get(own) ?? 0) < FIRST.ofDirector);
  }

  add(item: number): void {
    const franchise = this.#catalogue.franchise[item];
    this.#franchises.set(franchise, (this.#franchises.get(franchise) ?? 0) + 1);
    for (const own of this.#directorsOf(item)) this.#directors.set(own, (this.#directors.get(own) ?? 0) + 1);
  }
}
