import { hashed, type Random, seeded } from '@marquee/recommender/math/random';
import { LIKED } from '@marquee/recommender/model/like-probability';
import type { Catalogue, Model, Progress, UserFactors } from '@marquee/recommender/model/types';
import { GROUP_RULES, type GroupRule } from '@marquee/recommender/page/group-score';
import { ratingTable } from '@marquee/recommender/train/rating-table';
import { trainModel } from '@marquee/recommender/train/train';
import { loadModel } from '@marquee/recommender/user/trained-model';
import { indexed, type RatingRows, ratingsPerTitle, scaleOf } from './evaluate-rating.ts';
import { type Items, movieLensCatalogue } from './movielens.ts';

const GROUPS = 2_000;
const SIZES = [2, 3, 4, 5] as const;
const SHARED_LEAST = 10;
/** Share of users who are not trained on, and share of titles whose ratings by these users are hidden. */
const HELD_OUT = 0.4;
const HIDDEN = 0.5;
/** A group that cannot grow is given up after this many attempts to add somebody. */
const ATTEMPTS = 40;

interface Judge {
  factors: UserFactors;
  /** The hidden ratings (0–10) by title. */
  hidden: ReadonlyMap<number, number>;
}

interface Group {
  judges: readonly Judge[];
  /** The hidden titles that all of them rated. */
  shared: readonly number[];
}

const sharedBy = (titles: readonly number[], { hidden }: Judge): number[] =>
  titles.filter((title) => hidden.has(title));

/** Draws a group of a size, or null when the users drawn share too few titles. */
function drawGroup(judges: readonly Judge[], size: number, random: Random): Group | null {
  const first = judges[random.below(judges.length)];
  const members = [first];
  let shared = [...first.hidden.keys()];
  for (let attempt = 0; members.length < size && attempt < ATTEMPTS; attempt++) {
    const next = judges[random.below(judges.length)];
    const left = sharedBy(shared, next);
    if (members.includes(next) || left.length < SHARED_LEAST) continue;
    members.push(next);
    shared = left;
  }
  return members.length === size && shared.length >= SHARED_LEAST ? { judges: members, shared } : null;
}

function probabilitiesOf(model: Model, { judges, shared }: Group): Float32Array[] {
  return judges.map(({ factors }) => model.likeProbabilities(factors, shared));
}

const bestOf = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores));

/** Returns the place of the first title by each order. */
function firstTitles(users: readonly Float32Array[], titles: number, random: Random): Record<string, number> {
  const ruled = Object.entries(GROUP_RULES).map(([name, rule]) => [
    name,
    bestOf(Array.from({ length: titles }, (_, at) => rule(users.map((own) => own[at])))),
  ]);
  return { ...Object.fromEntries(ruled), own: bestOf([...users[0]]), random: random.below(titles) };
}

export interface GroupFigures {
  groups: number;
  /** Share of the groups in which everybody likes the first title: by each rule, by one member's order, at random. */
  liked: Record<GroupRule | 'own' | 'random', number>;
  liked_by_size: Record<string, Record<string, number>>;
}

/** Measures how often everybody of a group likes the title that a rule ranks first. */
export async function evaluateGroups(
  rows: RatingRows,
  items: Items,
  seed: number,
  progress: (progress: Progress) => void,
): Promise<GroupFigures> {
  const scale = scaleOf(rows.ratings);
  const { ids, indexOf } = indexed(rows.movies);
  const titles = rows.movies.map((id) => indexOf.get(id) ?? -1);
  const ratings = rows.ratings.map((rating) => rating * scale);
  const isJudge = (user: number): boolean => hashed(user, 1, seed) < HELD_OUT;
  const kept = Int32Array.from(rows.users.keys()).filter((row) => !isJudge(rows.users[row]));
  const trained = {
    users: kept.map((row) => rows.users[row]),
    items: kept.map((row) => titles[row]),
    ratings: Float32Array.from(kept, (row) => ratings[row]),
  };
  const catalogue: Catalogue = movieLensCatalogue(
    ids,
    ratingsPerTitle(ratingTable(trained), ids.length),
    items,
  );
  const stored = await trainModel(catalogue, trained, { seed, crossValidatedBelow: 0, progress });
  const model = loadModel(catalogue, stored);
  const judges = readJudges(model, { users: rows.users, titles, ratings }, isJudge, seed);
  const random = seeded(seed);
  const all = new Map<number, Record<string, number>[]>(SIZES.map((size) => [size, []]));
  for (const [size, found] of all) {
    for (let draws = 0; found.length < GROUPS / SIZES.length && draws < 200 * GROUPS; draws++) {
      const group = drawGroup(judges, size, random);
      if (!group) continue;
      const firsts = firstTitles(probabilitiesOf(model, group), group.shared.length, random);
      found.push(
        Object.fromEntries(
          Object.entries(firsts).map(([name, at]) => [
            name,
            group.judges.every(({ hidden }) => (hidden.get(group.shared[at]) ?? 0) >= LIKED) ? 1 : 0,
          ]),
        ),
      );
    }
  }
  const every = [...all.values()].flat();
  return {
    groups: every.length,
    liked: shares(every) as GroupFigures['liked'],
    liked_by_size: Object.fromEntries(Array.from(all, ([size, found]) => [String(size), shares(found)])),
  };
}

const shares = (found: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(found[0] ?? {}).map((name) => [
      name,
      Math.round((10_000 * found.reduce((sum, one) => sum + one[name], 0)) / found.length) / 10_000,
    ]),
  );

function readJudges(
  model: Model,
  { users, titles, ratings }: { users: Int32Array; titles: Int32Array; ratings: Float32Array },
  isJudge: (user: number) => boolean,
  seed: number,
): Judge[] {
  const own = new Map<number, { rated: number[]; known: number[]; hidden: Map<number, number> }>();
  for (let row = 0; row < users.length; row++) {
    const user = users[row];
    if (!isJudge(user)) continue;
    const judge = own.get(user) ?? { rated: [], known: [], hidden: new Map<number, number>() };
    own.set(user, judge);
    if (hashed(titles[row], 2, seed) < HIDDEN) judge.hidden.set(titles[row], ratings[row]);
    else {
      judge.rated.push(titles[row]);
      judge.known.push(ratings[row]);
    }
  }
  return Array.from(own.values(), ({ rated, known, hidden }) => ({
    factors: model.foldIn({ rated, ratings: known, hidden: [], listed: [], genres: [] }),
    hidden,
  })).filter(({ hidden }) => hidden.size >= SHARED_LEAST);
}
