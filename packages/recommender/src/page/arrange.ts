import type { Model } from '../model/types.ts';
import type { Candidates } from './candidates.ts';
import { RecentFacts } from './variety.ts';

/** So many titles are arranged. Later ones stay in the order of their scores. */
const PLACES = 100;

/** The number of titles that compete for a place, so a title moves forward by fewer places. */
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
  const parts = isKnown
    ? firstParts(facts.earlierParts, items, isKnown)
    : { held: new Set(), standsFor: new Map() };
  const isPreferred = (item: number): boolean => preferred?.has(item) ?? true;
  const left = new Set(items.filter((item) => !parts.held.has(item)));
  let preferredLeft = [...left].filter(isPreferred).length;
  const lists = tastes.map(({ scores, share }) => ({
    ...rankedBy(items, scores, left, parts.standsFor),
    share,
    taken: 0,
  }));
  const recent = new RecentFacts(facts, spread.weight);
  if (spread.weight > 0) for (const item of Array.from(spread.before).toReversed()) recent.add(item);
  const first = new FirstTitles(catalogue);
  const out: number[] = [];
  while (out.length < places && left.size > 0) {
    const place = out.length + 1;
    const lacks = ({ share, taken }: (typeof lists)[number]): number => share * place - taken;
    const list = lists.reduce((most, one) => (lacks(one) > lacks(most) + 1e-9 ? one : most));
    const others = out.filter((item) => !isPreferred(item)).length;
    const mayBeOther = preferredLeft === 0 || others < Math.floor(place / (preferred?.turn ?? 1));
    const isOpen = (item: number): boolean => left.has(item) && (mayBeOther || isPreferred(item));
    const fits = (item: number): boolean => place > FIRST.places || first.mayHave(item);
    const best = bestOf(list, recent, isOpen, fits);
    if (best === undefined) break;
    left.delete(best);
    if (isPreferred(best)) preferredLeft--;
    list.taken++;
    out.push(best);
    recent.add(best);
    first.add(best);
  }
  return Int32Array.from(out);
}

/** The titles that may be shown, the best first, and their scores in standard deviations. */
interface Ranked {
  readonly items: readonly number[];
  readonly scoreOf: ReadonlyMap<number, number>;
}

function rankedBy(
  items: Int32Array,
  scores: Float32Array,
  open: ReadonlySet<number>,
  standsFor: ReadonlyMap<number, readonly number[]>,
): Ranked {
  const given = new Map(Array.from(items, (item, at) => [item, scores[at]]));
  const scoreFor = (item: number): number =>
    [item, ...(standsFor.get(item) ?? [])].reduce(
      (most, part) => Math.max(most, given.get(part) ?? most),
      -Infinity,
    );
  const points = new Map(Array.from(open, (item) => [item, scoreFor(item)]));
  const ranked = [...open].sort((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0) || a - b);
  const unit = deviation(ranked.slice(0, PLACES).map((item) => points.get(item) ?? 0));
  return { items: ranked, scoreOf: new Map(ranked.map((item) => [item, (points.get(item) ?? 0) / unit])) };
}

/** Returns the best open title that fits, or the first open one where none does; undefined when no title is open. */
function bestOf(
  { items, scoreOf }: Ranked,
  recent: RecentFacts,
  isOpen: (item: number) => boolean,
  fits: (item: number) => boolean,
): number | undefined {
  let best: number | undefined;
  let most = Number.NEGATIVE_INFINITY;
  let compared = 0;
  for (const item of items) {
    const score = scoreOf.get(item) ?? 0;
    // Later titles have lower scores, so none can exceed the best value, even without a penalty.
    if (best !== undefined && (score <= most || compared >= REACH)) break;
    if (!isOpen(item)) continue;
    compared++;
    if (!fits(item)) continue;
    const value = score - recent.penaltyOf(item);
    if (value > most) {
      most = value;
      best = item;
    }
  }
  return best ?? items.find(isOpen);
}

/**
 * Returns the candidates that are held back, since an earlier part of their franchise is not known, and by the first of these
 * parts those that it stands for.
 */
function firstParts(
  { offsets, values }: Model['facts']['earlierParts'],
  items: Int32Array,
  isKnown: (item: number) => boolean,
): { held: Set<number>; standsFor: Map<number, number[]> } {
  const held = new Set<number>();
  const standsFor = new Map<number, number[]>();
  for (const item of items) {
    const first = values.subarray(offsets[item], offsets[item + 1]).find((part) => !isKnown(part));
    if (first === undefined) continue;
    held.add(item);
    standsFor.set(first, [...(standsFor.get(first) ?? []), item]);
  }
  return { held, standsFor };
}

/** Returns the unit of the penalties: the standard deviation of the first scores. */
function deviation(scores: readonly number[]): number {
  const mean = scores.reduce((sum, x) => sum + x, 0) / Math.max(1, scores.length);
  const square = scores.reduce((sum, x) => sum + x * x, 0) / Math.max(1, scores.length);
  return Math.sqrt(Math.max(1e-12, square - mean ** 2));
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
