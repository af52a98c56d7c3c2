import { gunzipSync } from 'node:zlib';
import { seeded } from '@marquee/recommender/math/random';
import { plainName } from '@marquee/recommender/model/franchise';
import { contentModel } from '@marquee/recommender/user/content-model';
import { type Columns, readColumns } from './csv.ts';
import { deckEvening } from './deck-evening.ts';
import { scaleOf } from './evaluate-rating.ts';
import {
  type EveningFigures,
  firstEvening,
  greenShare,
  KNOWN,
  measuredUsers,
  type Rater,
  ratioOf,
  type UserFigures,
} from './first-evening.ts';
import { type Items, readItems } from './movielens.ts';
import { type TitleFacts, titlesCatalogue } from './titles-file.ts';

const DECK_DRAWS = 10;

/** Maps the movie ids of a ratings file to indexes in the titles file. */
export type Join = ReadonlyMap<number, number>;

/**
 * Joins by IMDb id, which may lack `tt` and leading zeros.
 * @param bytes the links file, with the columns movieId,imdbId.
 */
export function joinByLinks(bytes: Uint8Array, titles: readonly TitleFacts[]): Join {
  const { rows, numbers, labels } = readColumns(bytes, {
    numbers: [],
    ids: ['movieId'],
    labels: ['imdbId'],
  });
  const byKey = firstOf(titles, ({ key }) => [imdbNumber(key)]);
  const join = new Map<number, number>();
  for (let r = 0; r < rows; r++) {
    const title = byKey.get(imdbNumber(labels.imdbId.names[labels.imdbId.codes[r]]));
    if (title !== undefined) join.set(numbers.movieId[r], title);
  }
  return checked(join);
}

/**
 * Joins by name and year.
 * @param bytes a file with the columns movieId,title,genres and titles such as "Up (2009)".
 */
export function joinByName(bytes: Uint8Array, titles: readonly TitleFacts[]): Join {
  const items: Items = readItems(bytes);
  const byName = firstOf(titles, ({ name, year }) => (year === 0 ? [] : [`${plainName(name)} ${year}`]));
  const join = new Map<number, number>();
  for (const [id, { title, year }] of items) {
    // Removes alternative names in brackets, as in "Seven (a.k.a. Se7en) (1995)".
    const name = plainName(title.replace(/\s*\(.*$/, ''));
    const index = byName.get(`${name} ${year}`);
    if (index !== undefined) join.set(id, index);
  }
  return checked(join);
}

/**
 * Maps each key to the first title with this key. The titles file lists the best known titles first, so the
 * best known title is used.
 */
function firstOf(
  titles: readonly TitleFacts[],
  keysOf: (title: TitleFacts) => string[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  titles.forEach((title, index) => {
    for (const key of keysOf(title)) if (key !== '' && !found.has(key)) found.set(key, index);
  });
  return found;
}

/** Returns the number of an IMDb id without leading zeros. Returns an empty string for any other key. */
function imdbNumber(key: string): string {
  return /^(?:tt)?0*(\d+)$/.exec(key.trim())?.[1] ?? '';
}

function checked(join: Join): Join {
  if (join.size === 0) throw new RangeError('no title joins a title of the titles file');
  return join;
}

/** Groups the ratings of joined titles by user. Uses the last of several ratings of a title by one user. */
export function ratersOf(columns: Columns, join: Join): Rater[] {
  const { userId, movieId, rating, timestamp } = columns.numbers;
  const scale = scaleOf(Float32Array.from(rating));
  const own = new Map<number, { ratings: Map<number, number>; last: number }>();
  for (let k = 0; k < columns.rows; k++) {
    const user = own.get(userId[k]) ?? { ratings: new Map<number, number>(), last: 0 };
    own.set(userId[k], user);
    if (timestamp) user.last = Math.max(user.last, timestamp[k]);
    const title = join.get(movieId[k]);
    if (title !== undefined) user.ratings.set(title, rating[k] * scale);
  }
  return Array.from(own, ([id, { ratings, last }]) => ({
    id,
    items: Int32Array.from(ratings.keys()),
    ratings: Float32Array.from(ratings.values()),
    lastYear: timestamp ? new Date(last * 1000).getUTCFullYear() : Number.POSITIVE_INFINITY,
  }));
}

/**
 * Measures the content model for new users. Returns the figures as one flat object and logs them as a table.
 */
export function evaluateFirst(
  titles: readonly TitleFacts[],
  join: Join,
  raters: readonly Rater[],
  options: {
    seed: number;
    draws: number | undefined;
    /** The figures of another run, for a comparison. */
    against: readonly UserFigures[];
    log: (line: string) => void;
  },
): { figures: Record<string, number>; users: UserFigures[] } {
  const { seed, draws, against, log } = options;
  const candidates = Int32Array.from(new Set(join.values())).sort();
  log(`${candidates.length} joined titles, ${raters.length} users`);
  const model = contentModel(titlesCatalogue(titles));
  const measured = measuredUsers(raters, seed);
  const figures = firstEvening(model, candidates, measured, seed, draws);
  for (const line of tableOf(figures)) log(line);
  const deck = deckEvening(model, candidates, measured, seed, Math.min(draws ?? DECK_DRAWS, DECK_DRAWS));
  const [green5, green20] = [5, 20].map((count) => greenShare(model, measured, count, seed));
  log(
    `of the 2,000 best known titles are green: ${green5.toFixed(3)} after five loved titles, ${green20.toFixed(3)} after twenty`,
  );
  log(
    `ten ratings of the deck: ratio ${deck.deck.toFixed(3)}, niche ${deck.deckNiche.toFixed(3)}, after ${deck.shown} titles; ` +
      `ten random ratings: ${deck.random.toFixed(3)}, ${deck.randomNiche.toFixed(3)}`,
  );
  const users = figures.flatMap((one) => one.users);
  if (against.length > 0) for (const line of comparison(users, against)) log(line);
  return {
    figures: Object.assign(
      {
        deck_ratio: deck.deck,
        deck_niche: deck.deckNiche,
        deck_random: deck.random,
        deck_random_niche: deck.randomNiche,
        deck_shown: deck.shown,
        green_5: green5,
        green_20: green20,
      },
      ...figures.map(flat),
    ),
    users,
  };
}

function flat(f: EveningFigures): Record<string, number> {
  return {
    [`ndcg10_${f.known}`]: f.ndcg10,
    [`popularity_${f.known}`]: f.popularity,
    [`ratio_${f.known}`]: f.ratio,
    [`niche_${f.known}`]: f.nicheRatio,
    [`arranged_${f.known}`]: f.arranged,
    [`arranged_niche_${f.known}`]: f.arrangedNiche,
    [`rmse_${f.known}`]: f.rmse,
    [`mean_rmse_${f.known}`]: f.meanRmse,
    [`rmse_ratio_${f.known}`]: f.rmseRatio,
    [`shown8_${f.known}`]: f.shown8,
    [`liked8_${f.known}`]: f.liked8,
    [`like_ece_${f.known}`]: f.likeEce,
    [`niche_ece_${f.known}`]: f.nicheEce,
    [`hidden8_${f.known}`]: f.hidden8,
    [`hidden9_${f.known}`]: f.hidden9,
    [`liked_of9_${f.known}`]: f.likedOf9,
    [`draws_${f.known}`]: f.draws,
  };
}

function* tableOf(figures: readonly EveningFigures[]): Generator<string> {
  yield 'known  draws  NDCG@10  popularity  ratio  niche  arranged  niche   RMSE   mean  ratio  shown as 8  of them liked  like ECE  niche  hidden as 8  as 9  liked';
  const column = (value: number, digits: number, width: number): string =>
    value.toFixed(digits).padStart(width);
  for (const f of figures) {
    yield [
      column(f.known, 0, 5),
      column(f.draws, 0, 6),
      column(f.ndcg10, 4, 8),
      column(f.popularity, 4, 11),
      column(f.ratio, 3, 6),
      column(f.nicheRatio, 3, 6),
      column(f.arranged, 3, 9),
      column(f.arrangedNiche, 3, 6),
      column(f.rmse, 3, 6),
      column(f.meanRmse, 3, 6),
      column(f.rmseRatio, 3, 6),
      column(f.shown8, 3, 11),
      column(f.liked8, 3, 14),
      column(f.likeEce, 4, 9),
      column(f.nicheEce, 4, 7),
      column(f.hidden8, 3, 11),
      column(f.hidden9, 3, 6),
      column(f.likedOf9, 3, 6),
    ].join(' ');
  }
}

const COLUMNS = ['userId', 'known', 'ndcg10', 'popularity', 'arranged', 'popular', 'niche'];

/** Writes the figures of each user as CSV, for a later comparison. */
export function writeUserFigures(users: readonly UserFigures[]): string {
  const rows = users.map((u) =>
    [u.id, u.known, u.ndcg10, u.popularity, u.arranged, u.popular, u.isNiche ? 1 : 0].join(),
  );
  return `${[COLUMNS.join(), ...rows].join('\n')}\n`;
}

/** Reads what `writeUserFigures` wrote. */
export function readUserFigures(bytes: Uint8Array): UserFigures[] {
  const { rows, numbers } = readColumns(bytes, { numbers: COLUMNS, ids: [], labels: [] });
  const { userId, known, ndcg10, popularity, arranged, popular, niche } = numbers;
  return Array.from({ length: rows }, (_, k) => ({
    id: userId[k],
    known: known[k],
    ndcg10: ndcg10[k],
    popularity: popularity[k],
    arranged: arranged[k],
    popular: popular[k],
    isNiche: niche[k] === 1,
  }));
}

const RESAMPLES = 2_000;

/**
 * Compares the users with the same users of another run. The interval is a paired bootstrap over users, since
 * users differ more than models.
 */
export function* comparison(
  users: readonly UserFigures[],
  others: readonly UserFigures[],
): Generator<string> {
  yield 'known  change of the ratio, all users (90 %)     niche fifth (90 %)';
  const otherOf = new Map(others.map((other) => [`${other.known} ${other.id}`, other]));
  for (const known of KNOWN) {
    const pairs = users
      .filter((user) => user.known === known)
      .flatMap((user) => {
        const other = otherOf.get(`${known} ${user.id}`);
        return other ? [{ user, other }] : [];
      });
    const change = (of: typeof pairs): number =>
      ratioOf(of.map(({ user }) => user)) / ratioOf(of.map(({ other }) => other)) - 1;
    const random = seeded(1);
    const interval = (of: typeof pairs): string => {
      const sampled = Float64Array.from({ length: RESAMPLES }, () =>
        change(of.map(() => of[random.below(of.length)])),
      ).sort();
      const at = (share: number): string => percent(sampled[Math.floor(share * RESAMPLES)]);
      return `${percent(change(of))} (${at(0.05)} to ${at(0.95)})`;
    };
    if (pairs.length === 0) continue;
    yield `${String(known).padStart(5)}  ${interval(pairs).padEnd(42)} ${interval(pairs.filter(({ user }) => user.isNiche))}`;
  }
}

export const percent = (share: number): string =>
  `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`;

/** Decompresses gzipped bytes and returns other bytes unchanged. */
export function unzipped(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}
