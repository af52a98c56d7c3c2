import type { Known, Ranker } from './ranker.ts';
import { topK } from './select.ts';
import {
  explainTaste,
  foldTaste,
  type Hint,
  personVariance,
  predictedMean,
  predictedVariance,
  type Taste,
  type TasteSpace,
  tasteContributions,
} from './taste.ts';
import type { Because, Catalogue, Likelihood, Model, ModelMeta, Person, Signals } from './types.ts';

/** What hides, lists and chosen genres say about taste, as observations in points about the average title. */
const HIDDEN = { value: -2, variance: 6 };
const LISTED = { value: 1.5, variance: 6 };
const CHOSEN_GENRE = { value: 1.2, variance: 0.25 };

/** Number of ratings after which a person counts as half known: the popularity prior fades as 5 / (5 + n). */
const HALF_KNOWN = 5;

/** Own ratings that moved a title less than this many points are no reason worth showing. */
const VISIBLE_MOVE = 0.05;

/** How many probably known titles the Rate tab chooses among. */
const TEACH_CANDIDATES = 1500;

class FoldedPerson implements Person {
  readonly known: Known;
  readonly taste: Taste;
  readonly state: Float32Array;
  readonly genres: Int32Array;
  readonly count: number;
  readonly bytes: number;
  /** Worked out when somebody first asks why. */
  explained: Float64Array | null = null;

  constructor(known: Known, taste: Taste, state: Float32Array, genres: Int32Array) {
    this.known = known;
    this.taste = taste;
    this.state = state;
    this.genres = genres;
    this.count = known.rated.length;
    this.bytes =
      8 * (taste.factor.length + (3 + known.rated.length) * taste.mean.length) +
      4 *
        (2 * known.rated.length + known.hidden.length + known.listed.length + state.length + genres.length) +
      512;
  }
}

/** The model interface over a likelihood space and a ranker; content and trained models differ only in those. */
export class TasteModel implements Model {
  readonly meta: ModelMeta;
  readonly catalogue: Catalogue;
  readonly #space: TasteSpace;
  readonly #ranker: Ranker;
  readonly #titlesOfGenre: Map<number, Int32Array>;
  readonly #genreHints: Map<number, Hint>;

  constructor(meta: ModelMeta, catalogue: Catalogue, space: TasteSpace, ranker: Ranker) {
    this.meta = meta;
    this.catalogue = catalogue;
    this.#space = space;
    this.#ranker = ranker;
    this.#titlesOfGenre = titlesOfGenre(catalogue);
    this.#genreHints = genreHints(space, this.#titlesOfGenre);
  }

  foldIn(signals: Signals): FoldedPerson {
    const { size } = this.catalogue;
    const order = Int32Array.from({ length: signals.rated.length }, (_, k) => k)
      .filter((k) => valid(signals.rated[k], size) && Number.isFinite(signals.ratings[k]))
      .sort((a, b) => signals.rated[a] - signals.rated[b]);
    const known: Known = {
      rated: order.map((k) => signals.rated[k]),
      ratings: Float32Array.from(order, (k) => Math.min(10, Math.max(0, signals.ratings[k]))),
      hidden: indexes(signals.hidden, size),
      listed: indexes(signals.listed, size),
    };
    const genres = Int32Array.from(new Set(Array.from(signals.genres))).sort();
    const hints: Hint[] = [];
    for (const genre of genres) {
      const hint = this.#genreHints.get(genre);
      if (hint) hints.push(hint);
    }
    const rated = new Set(known.rated);
    // A rating says more than a hide or a list entry, and replaces it.
    for (const item of known.hidden) if (!rated.has(item)) hints.push(this.#titleHint(item, HIDDEN));
    for (const item of known.listed) if (!rated.has(item)) hints.push(this.#titleHint(item, LISTED));
    const taste = foldTaste(this.#space, known.rated, known.ratings, hints);
    return new FoldedPerson(known, taste, this.#ranker.fold(known, taste), genres);
  }

  likelihood(person: Person, item: number): Likelihood {
    const { taste } = own(person);
    return {
      mean: clip(predictedMean(this.#space, taste.mean, item)),
      variance: predictedVariance(this.#space, taste, item),
    };
  }

  likelihoods(person: Person, items: ArrayLike<number>, mean: Float32Array, variance?: Float32Array): void {
    const { taste } = own(person);
    for (let k = 0; k < items.length; k++) {
      mean[k] = clip(predictedMean(this.#space, taste.mean, items[k]));
      if (variance) variance[k] = predictedVariance(this.#space, taste, items[k]);
    }
  }

  order(person: Person, out: Float32Array): void {
    const { known, state, genres } = own(person);
    const { popularity, needsRatings, genreLift } = this.#ranker;
    const fade = HALF_KNOWN / (HALF_KNOWN + known.rated.length + known.listed.length / 2);
    this.#ranker.score(state, known, needsRatings ? 1 - fade : 1, out);
    const popular = popularity.known + (popularity.unknown - popularity.known) * fade;
    for (let i = 0; i < out.length; i++) out[i] += popular * this.catalogue.popularity[i];
    if (genres.length > 0) this.#liftGenres(genres, genreLift * fade, out);
  }

  because(person: Person, item: number): Because[] {
    const { moved } = this.#explain(own(person), item);
    const { rated } = own(person).known;
    let first = -1;
    let second = -1;
    for (let n = 0; n < moved.length; n++) {
      const size = Math.abs(moved[n]);
      if (size < VISIBLE_MOVE) continue;
      if (first < 0 || size > Math.abs(moved[first])) {
        second = first;
        first = n;
      } else if (second < 0 || size > Math.abs(moved[second])) second = n;
    }
    return [first, second].filter((n) => n >= 0).map((n) => ({ item: rated[n], moved: moved[n] }));
  }

  contributions(
    person: Person,
    item: number,
  ): { prior: number; mean: number; ratings: Because[]; others: number } {
    const { moved, ...parts } = this.#explain(own(person), item);
    const { rated } = own(person).known;
    return { ...parts, ratings: Array.from(moved, (points, k) => ({ item: rated[k], moved: points })) };
  }

  #explain(person: FoldedPerson, item: number) {
    const { known, taste } = person;
    person.explained ??= explainTaste(this.#space, taste, known.rated, known.ratings);
    return tasteContributions(this.#space, taste, person.explained, item);
  }

  teach(person: Person, out: Float32Array): void {
    const { known, taste } = own(person);
    const { popularity } = this.catalogue;
    // Who likes a kind of title knows more of it: interest raises the probability that a title is known.
    this.#ranker.score(own(person).state, known, 0.25, out);
    for (let i = 0; i < out.length; i++) {
      out[i] = popularity[i] ** 2 * (0.25 + 1 / (1 + Math.exp(-out[i])));
    }
    const asked = topK(out, TEACH_CANDIDATES + known.rated.length);
    // Everybody else keeps an order, below every title whose lesson was weighed.
    for (let i = 0; i < out.length; i++) out[i] *= 1e-6;
    for (const item of asked) {
      const lesson = Math.log1p(personVariance(this.#space, taste, item) / this.#space.noise);
      out[item] *= 1e6 * lesson;
    }
  }

  similar(item: number, out: Float32Array): void {
    this.#ranker.similar(item, out);
    out[item] = Number.NEGATIVE_INFINITY;
  }

  #titleHint(item: number, says: { value: number; variance: number }): Hint {
    const { factors, items } = this.#space;
    const vector = new Float64Array(factors + 1);
    for (let i = 0; i < factors; i++) vector[i] = items[item * (factors + 1) + i];
    return { vector, value: says.value, variance: says.variance };
  }

  #liftGenres(genres: Int32Array, lift: number, out: Float32Array): void {
    const seen = new Uint8Array(out.length);
    for (const genre of genres) {
      for (const item of this.#titlesOfGenre.get(genre) ?? []) {
        out[item] += seen[item] === 0 ? lift : 0.1 * lift;
        seen[item] = 1;
      }
    }
  }
}

function own(person: Person): FoldedPerson {
  if (person instanceof FoldedPerson) return person;
  throw new TypeError('the person was not folded in by this package');
}

function clip(rating: number): number {
  return Math.min(10, Math.max(0, rating));
}

function valid(index: number, size: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < size;
}

function indexes(list: ArrayLike<number>, size: number): Int32Array {
  const distinct = new Set(Array.from(list));
  return Int32Array.from(distinct)
    .filter((i) => valid(i, size))
    .sort();
}

function titlesOfGenre(catalogue: Catalogue): Map<number, Int32Array> {
  const lists = new Map<number, number[]>();
  for (let i = 0; i < catalogue.size; i++) {
    for (let k = catalogue.genres.offsets[i]; k < catalogue.genres.offsets[i + 1]; k++) {
      const genre = catalogue.genres.values[k];
      const list = lists.get(genre);
      if (list) list.push(i);
      else lists.set(genre, [i]);
    }
  }
  return new Map([...lists].map(([genre, list]) => [genre, Int32Array.from(list)]));
}

/** A chosen genre as an observation along the difference between its titles' mean factor and everybody's. */
function genreHints(space: TasteSpace, titles: Map<number, Int32Array>): Map<number, Hint> {
  const { factors, items, size } = space;
  const d = factors + 1;
  const centre = new Float64Array(d);
  for (let i = 0; i < size; i++) for (let c = 0; c < factors; c++) centre[c] += items[i * d + c] / size;
  const hints = new Map<number, Hint>();
  for (const [genre, list] of titles) {
    const vector = new Float64Array(d);
    for (const item of list) {
      for (let c = 0; c < factors; c++) vector[c] += (items[item * d + c] - centre[c]) / list.length;
    }
    hints.set(genre, { vector, value: CHOSEN_GENRE.value, variance: CHOSEN_GENRE.variance });
  }
  return hints;
}
