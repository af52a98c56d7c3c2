import { YEAR_TITLES_MIN, type Year } from '@marquee/contracts';
import { dayOf } from '@marquee/contracts/days';
import type { Csr } from '@marquee/recommender';
import { countryName } from '#src/core/display-names.ts';
import { readHead } from '#src/titles/cards/card-writer.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import type { Taste } from '#src/titles/users/taste.ts';

/** The views of a title on a known day. */
export interface View {
  mediumId: number;
  /** `YYYY-MM-DD` */
  day: string;
  /** Null where the length is unknown, and for a whole series. */
  minutes: number | null;
}

interface Rated {
  mediumId: number;
  rating: number;
  updatedAt: Date;
}

const LOVED = 4;
const LOVED_FROM = 8;
const GREW = 3;
/** A genre of fewer titles, or that grew by fewer per cent, has not grown. */
const GREW_TITLES = 3;
const GREW_BY = 5;
/** Nobody watches longer in a day; more was marked on one day. */
const DAY_MAX = 16 * 60;
/** Who rates more movies in a day that they did not mark as watched, as on the first evening, did not watch them then. */
const RATED_MAX = 3;

/** Counts values, the most frequent first; of equal ones the first. */
function count<T>(values: Iterable<T>): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** What is counted of a title. It comes from the columns, because to read the card of each title takes most of the call. */
interface Counted {
  readonly item: number;
  readonly isMovie: boolean;
  /** 0 where it is unknown. */
  readonly released: number;
  /** 0 where it is unknown. */
  readonly minutes: number;
  readonly genres: readonly string[];
  readonly countries: readonly string[];
}

function countedOf({ movies, year, runtime, genres, genreRows, countries, countryCodes }: SnapshotData) {
  const nameOf = new Map(genreRows.map(({ id, title }) => [id, title]));
  const valuesOf = ({ offsets, values }: Csr, item: number): number[] =>
    Array.from(values.subarray(offsets[item], offsets[item + 1]));
  return (item: number): Counted => ({
    item,
    isMovie: hasBit(movies, item),
    released: year[item] ?? 0,
    minutes: runtime[item] ?? 0,
    genres: valuesOf(genres, item).flatMap((id) => nameOf.get(id) ?? []),
    countries: valuesOf(countries, item).flatMap((place) => countryCodes[place] ?? []),
  });
}

/** Returns the share of the titles of each genre, in whole per cent. */
function shares(heads: readonly Counted[]): Map<string, number> {
  const counted = count(heads.flatMap(({ genres }) => genres));
  return new Map(counted.map(([name, titles]) => [name, Math.round((100 * titles) / heads.length)]));
}

interface Evening {
  day: string;
  minutes: number;
  ids: number[];
}

/** Returns the days of which some minutes are known, without those on which more was marked than a day holds. */
function eveningsOf(views: readonly View[]): Evening[] {
  const evenings = Map.groupBy(
    views.filter(({ minutes }) => minutes !== null && minutes > 0),
    ({ day }) => day,
  );
  return Array.from(evenings, ([day, seen]) => ({
    day,
    minutes: seen.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    ids: [...new Set(seen.map(({ mediumId }) => mediumId))],
  })).filter(({ minutes }) => minutes <= DAY_MAX);
}

const minutesOf = (evenings: readonly Evening[]): number =>
  evenings.reduce((sum, { minutes }) => sum + minutes, 0);

function longestOf(
  evenings: readonly Evening[],
  titlesOf: (ids: readonly number[]) => Title[],
): Year['longest_evening'] {
  const [longest] = evenings.toSorted((a, b) => b.minutes - a.minutes || (a.day < b.day ? -1 : 1));
  if (!longest) return null;
  const { day, minutes, ids } = longest;
  return { day, minutes, titles: titlesOf(ids) };
}

type Title = NonNullable<Year['longest_evening']>['titles'][number];

function toTitle(data: SnapshotData, { item }: Counted): Title {
  const { id, title, release_year, poster_url } = readHead(data, item);
  return { id, title, release_year, poster_url };
}

/** Returns what a user saw or rated in a year, or null for too few titles. Hidden titles are left out. */
export function lookBack(
  taste: Taste,
  { views, rated }: { views: readonly View[]; rated: readonly Rated[] },
  year: number,
): Year | null {
  const { data, indexOf } = taste.snapshot;
  const counted = countedOf(data);
  const seen = new Map<number, Counted | null>();
  const titleOf = (id: number): Counted | null => {
    const known = seen.get(id);
    if (known !== undefined) return known;
    const item = indexOf(id);
    const title = item < 0 || taste.hiddenItems.has(item) ? null : counted(item);
    seen.set(id, title);
    return title;
  };
  const ratings = rated.map((row) => ({ ...row, day: dayOf(taste.timeZone, row.updatedAt) }));
  const isOf = ({ day }: { day: string }): boolean => day.startsWith(`${year}-`);
  const isBefore = ({ day }: { day: string }): boolean => day < `${year}-`;
  const known = [...views, ...ratings]
    .filter(({ mediumId }) => titleOf(mediumId) !== null)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const distinct = (all: typeof known): Counted[] =>
    [...new Set(all.map(({ mediumId }) => mediumId))].flatMap((id) => titleOf(id) ?? []);
  const ofYear = known.filter(isOf);
  const titles = distinct(ofYear);
  const [first, last] = [ofYear[0], ofYear.at(-1)];
  const [firstTitle, lastTitle] = [first && titleOf(first.mediumId), last && titleOf(last.mediumId)];
  if (titles.length < YEAR_TITLES_MIN || !first || !last || !firstTitle || !lastTitle) return null;

  const here = views.filter((view) => isOf(view) && titleOf(view.mediumId) !== null);
  const stars = ratings.filter((row) => isOf(row) && titleOf(row.mediumId) !== null);
  const evenings = eveningsOf(here);
  const viewed = new Set(views.map(({ mediumId }) => mediumId));
  const onlyRated = stars.flatMap(({ mediumId, day }): View[] => {
    const title = titleOf(mediumId);
    return title?.isMovie && !viewed.has(mediumId) ? [{ mediumId, day, minutes: title.minutes }] : [];
  });
  const perDay = Map.groupBy(onlyRated, ({ day }) => day);
  const watchedThen = onlyRated.filter(({ day }) => (perDay.get(day)?.length ?? 0) <= RATED_MAX);
  const watched = eveningsOf([...here, ...watchedThen]);
  const months = Map.groupBy(ofYear, ({ day }) => day.slice(0, 7));
  const now = shares(titles);
  const before = distinct(known.filter(isBefore));
  const then = shares(before);
  const genres = count(titles.flatMap((title) => title.genres)).map(([name, count]) => ({ name, count }));
  return {
    year,
    titles: titles.length,
    movies: titles.filter(({ isMovie }) => isMovie).length,
    series: titles.filter(({ isMovie }) => !isMovie).length,
    minutes: minutesOf(watched),
    rated: stars.length,
    countries: count(titles.flatMap(({ countries }) => countries)).flatMap(([code, count]) => {
      const name = countryName(code);
      return name === undefined ? [] : [{ code, name, count }];
    }),
    decades: count(
      titles.flatMap(({ released }) => (released === 0 ? [] : [released - (released % 10)])),
    ).map(([decade, count]) => ({ decade, count })),
    genres,
    loved: stars
      .filter(({ rating }) => rating >= LOVED_FROM)
      .sort((a, b) => b.rating - a.rating || b.updatedAt.getTime() - a.updatedAt.getTime())
      .slice(0, LOVED)
      .flatMap(({ mediumId, rating }) => {
        const title = titleOf(mediumId);
        return title ? [{ ...toTitle(data, title), rating }] : [];
      }),
    months: Array.from(months, ([month, known]) => ({
      month: Number(month.slice(5)),
      titles: new Set(known.map(({ mediumId }) => mediumId)).size,
      minutes: minutesOf(watched.filter(({ day }) => day.startsWith(month))),
      rated: stars.filter(({ day }) => day.startsWith(month)).length,
    })),
    first: { ...toTitle(data, firstTitle), day: first.day },
    last: { ...toTitle(data, lastTitle), day: last.day },
    longest_evening: longestOf(evenings, (ids) =>
      ids.flatMap((id) => titleOf(id) ?? []).map((title) => toTitle(data, title)),
    ),
    grew:
      before.length === 0
        ? []
        : genres
            .filter(({ count }) => count >= GREW_TITLES)
            .map(({ name }) => ({ name, share: now.get(name) ?? 0, before: then.get(name) ?? 0 }))
            .filter(({ share, before }) => share - before >= GREW_BY)
            .sort((a, b) => b.share - b.before - (a.share - a.before))
            .slice(0, GREW),
  };
}
