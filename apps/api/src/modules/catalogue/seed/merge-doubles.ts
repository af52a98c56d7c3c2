import type { FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import { nameKey } from '#src/modules/catalogue/names.ts';
import { normalize } from '#src/titles/engine/normalize.ts';

/**
 * Finds titles that two public lists have. Only some lists know IMDb ids, and the years of two lists may differ, because
 * one counts from the first release and the other from that in the US.
 */

const IMDB_KEY = /^tt\d+$/;
/** Two remakes with equal names have hardly any people in common. */
const COMMON_PEOPLE = 0.5;
const PEOPLE_MIN = 3;
const MINUTES_APART = 3;
const YEARS_APART = 3;

const peopleOf = ({ directors, cast }: FeedTitle): Set<string> =>
  new Set([...directors, ...cast].map(({ name }) => nameKey(name)));

const isClose = (a: number | null, b: number | null, distance: number): boolean =>
  a === null || b === null || Math.abs(a - b) <= distance;

/** Returns whether two titles of one name and type are the same title. */
function isDouble(a: FeedTitle, b: FeedTitle): boolean {
  // Two titles with IMDb ids are two titles.
  if (IMDB_KEY.test(a.key) && IMDB_KEY.test(b.key)) return false;
  const [mine, others] = [peopleOf(a), peopleOf(b)];
  if (mine.size === 0 || others.size === 0) {
    // A list without people: a series with as many seasons that began within a year.
    return (
      a.seasons !== null &&
      a.seasons === b.seasons &&
      a.age_rating === b.age_rating &&
      isClose(a.release_year, b.release_year, 1)
    );
  }
  const common = [...mine].filter((name) => others.has(name)).length;
  return (
    common >= Math.max(PEOPLE_MIN, COMMON_PEOPLE * Math.min(mine.size, others.size)) &&
    isClose(a.runtime_minutes, b.runtime_minutes, MINUTES_APART) &&
    isClose(a.release_year, b.release_year, YEARS_APART)
  );
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Joins the facts of two lists: the services of both, and the year of the first release. */
const join = (kept: FeedTitle, double: FeedTitle): FeedTitle => ({
  ...kept,
  release_year: earlier(kept.release_year, double.release_year),
  runtime_minutes: kept.runtime_minutes ?? double.runtime_minutes,
  genres: kept.genres.length > 0 ? kept.genres : double.genres,
  directors: kept.directors.length > 0 ? kept.directors : double.directors,
  cast: kept.cast.length > 0 ? kept.cast : double.cast,
  services: [...new Set([...kept.services, ...double.services])],
  also: [...kept.also, double.key, ...double.also],
});

/** Returns the titles without doubles, in their order. The title with an IMDb id stays, and names the keys of its doubles. */
export function mergeDoubles(titles: readonly FeedTitle[]): FeedTitle[] {
  const byName = Map.groupBy(titles, ({ title, type }) => `${type} ${normalize(title)}`);
  const merged = new Map<FeedTitle, FeedTitle>();
  const gone = new Set<FeedTitle>();
  for (const group of byName.values()) {
    const sorted = group.toSorted((a, b) => Number(IMDB_KEY.test(b.key)) - Number(IMDB_KEY.test(a.key)));
    sorted.forEach((title, at) => {
      const kept = sorted.slice(0, at).find((known) => !gone.has(known) && isDouble(known, title));
      if (!kept) return;
      merged.set(kept, join(merged.get(kept) ?? kept, title));
      gone.add(title);
    });
  }
  return titles.filter((title) => !gone.has(title)).map((title) => merged.get(title) ?? title);
}
