import { topK } from '../math/select.ts';
import { lovedSets } from '../model/loved-sets.ts';
import { rarityOf } from '../model/rarity.ts';
import type { Catalogue, Csr, Model } from '../model/types.ts';

/**
 * "More like this" asks for titles that tell the same, not for what a member likes, so its scores know no user: a cosine over
 * themes, with people, country, time and tone, and a little of fame. The shares were set by reading the first ten of
 * titles of twelve kinds (`pnpm lab similar`), since no rating says which titles are alike.
 */
const SHARES = {
  loved: 6,
  themes: 1,
  tones: 0.2,
  genres: 0.2,
  people: 0.4,
  country: 0.2,
  years: 0.2,
  age: 0.05,
  type: 0.15,
  fame: 0.6,
};
/** Weights of themes by their group: about, setting, kind, tone. Tones have a share of their own too. */
const EMPHASIS = [1, 1, 1.2, 0.4];
const TONE = 3;
/** Distance in years at which the similarity is 1/e. */
const REACH = 12;
/** Only so many of the cast count, each half as much as a director. */
const CAST = 4;
const ACTOR = 0.5;

/** The most titles of one director in a list of similar titles. */
const OF_ONE_DIRECTOR = 3;

/** Returns a function that gives the similarity of every title to a title, which itself gets -Infinity. */
export function similarTitles(catalogue: Catalogue): (item: number) => Float32Array {
  const { size, type, year, popularity, genres, themeGroup, ownCountry, ageLevel } = catalogue;
  const none = { offsets: new Int32Array(size + 1), values: new Int32Array() };
  const themes = catalogue.themes ?? none;
  const rarity = rarityOf(themes);
  const groupOf = (theme: number): number => themeGroup?.[theme] ?? 0;
  const byThemes = cosines(themes, (theme) => EMPHASIS[groupOf(theme)] * rarity(theme));
  const byTones = cosines(themes, (theme) => (groupOf(theme) === TONE ? Math.sqrt(rarity(theme)) : 0));
  const byLove = cosines(lovedSets(catalogue.lovedWith ?? none), () => 1);
  const byGenres = cosines(genres, rarityOf(genres));
  const isSame = (column: Int32Array | Int8Array | undefined, a: number, b: number): number =>
    column !== undefined && column[a] >= 0 && column[a] === column[b] ? 1 : 0;
  return (item) => {
    const [ofLove, ofThemes, ofTones] = [byLove(item), byThemes(item), byTones(item)];
    const ofGenres = byGenres(item);
    // Where the themes of the title are unknown, its genres say what they can.
    const isTold = themes.offsets[item + 1] > themes.offsets[item];
    const ofPeople = sharedPeople(catalogue, item);
    const scores = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      const isDated = year[i] > 0 && year[item] > 0;
      scores[i] =
        SHARES.loved * ofLove[i] +
        SHARES.themes * (isTold ? ofThemes[i] : ofGenres[i]) +
        SHARES.tones * ofTones[i] +
        SHARES.genres * ofGenres[i] +
        SHARES.people * ofPeople(i) +
        SHARES.country * isSame(ownCountry, i, item) +
        SHARES.years * (isDated ? Math.exp(-Math.abs(year[i] - year[item]) / REACH) : 0) +
        SHARES.age * isSame(ageLevel, i, item) +
        SHARES.type * (type[i] === type[item] ? 1 : 0) +
        SHARES.fame * popularity[i];
    }
    scores[item] = Number.NEGATIVE_INFINITY;
    return scores;
  };
}

/** Returns a function that gives the cosine of every title with a title; 0 where either has no value with a weight. */
function cosines(
  { offsets, values }: Csr,
  weightOf: (value: number) => number,
): (item: number) => Float32Array {
  // The catalogue has few values and many titles, and the first user who asks waits for all of them.
  const count = values.reduce((most, value) => Math.max(most, value + 1), 0);
  const weightOfValue = Float32Array.from({ length: count }, (_, value) => weightOf(value));
  const weights = new Float32Array(values.length);
  const size = offsets.length - 1;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) sum += weightOfValue[values[k]] ** 2;
    const length = Math.sqrt(sum);
    if (length > 0)
      for (let k = offsets[i]; k < offsets[i + 1]; k++) weights[k] = weightOfValue[values[k]] / length;
  }
  return (item) => {
    const own = new Float32Array(count);
    for (let k = offsets[item]; k < offsets[item + 1]; k++) own[values[k]] = weights[k];
    const out = new Float32Array(size);
    for (let i = 0; i < size; i++)
      for (let k = offsets[i]; k < offsets[i + 1]; k++) out[i] += own[values[k]] * weights[k];
    return out;
  };
}

/** Returns a function that tells how much of its people a title shares with `item`, 0 to 1. */
function sharedPeople({ directors, cast }: Catalogue, item: number): (other: number) => number {
  const weigh = (title: number, visit: (person: number, weight: number) => void): void => {
    for (let k = directors.offsets[title]; k < directors.offsets[title + 1]; k++)
      visit(directors.values[k], 1);
    const end = Math.min(cast.offsets[title + 1], cast.offsets[title] + CAST);
    for (let k = cast.offsets[title]; k < end; k++) visit(cast.values[k], ACTOR);
  };
  const own = new Map<number, number>();
  weigh(item, (person, weight) => own.set(person, Math.max(weight, own.get(person) ?? 0)));
  return (other) => {
    let sum = 0;
    weigh(other, (person, weight) => {
      sum += weight * (own.get(person) ?? 0);
    });
    return Math.min(1, sum);
  };
}

/**
 * Returns the titles of `open`, the most similar first: of each franchise one, so that sequels and remakes stand once,
 * and of each director three. In the place of a later part stands the first part that is not known. The others follow behind
 * all of these.
 * @param scores as `Model.similar` returns them.
 * @param open a set of title indexes in bits, as `topK` takes it.
 * @param isKnown as in `Rules`.
 */
export function listSimilar(
  { catalogue: { size, franchise, directors }, facts }: Pick<Model, 'catalogue' | 'facts'>,
  scores: Float32Array,
  open?: Parameters<typeof topK>[2],
  isKnown: (item: number) => boolean = () => false,
): Int32Array {
  const ranked = topK(scores, size, open);
  const isLeft = new Uint8Array(size);
  for (const item of ranked) isLeft[item] = 1;
  const { offsets, values } = facts.earlierParts;
  const standIn = (item: number): number => {
    for (let k = offsets[item]; k < offsets[item + 1]; k++)
      if (isLeft[values[k]] === 1 && !isKnown(values[k])) return values[k];
    return item;
  };
  const franchises = new Set<number>();
  const listed = new Map<number, number>();
  const first: number[] = [];
  /** Places a title that is left, unless its franchise or its director has had its places. */
  const place = (item: number): boolean => {
    const own = directors.values.subarray(directors.offsets[item], directors.offsets[item + 1]);
    if (isLeft[item] === 0 || franchises.has(franchise[item])) return false;
    if (own.some((director) => (listed.get(director) ?? 0) >= OF_ONE_DIRECTOR)) return false;
    if (franchise[item] >= 0) franchises.add(franchise[item]);
    for (const director of own) listed.set(director, (listed.get(director) ?? 0) + 1);
    isLeft[item] = 0;
    first.push(item);
    return true;
  };
  for (const item of ranked) if (!place(standIn(item))) place(item);
  return Int32Array.from([...first, ...ranked.filter((item) => isLeft[item] === 1)]);
}
