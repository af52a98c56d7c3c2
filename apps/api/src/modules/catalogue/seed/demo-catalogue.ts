import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { FeedHeader, FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import { cleanPeople, nameKey, spellingScore } from '#src/modules/catalogue/names.ts';
import { demoCataloguePath, exists, rawTitlesPath, readTitles } from './demo-files.ts';
import { mergeDoubles } from './merge-doubles.ts';

/**
 * Builds the demo catalogue from the public title lists: selects well known titles, keeps facts only, and
 * cleans names.
 */

const HEADER: FeedHeader = {
  source: 'demo',
  credit: 'Public title lists, 2021–22',
  checked_at: '2022-12-31',
};

const BEST_KNOWN = 6_000;
/** Minimum number of titles per provider, if the public lists contain enough titles. */
const PER_PROVIDER = 600;
const CAST_MAX = 10;

const AGE_RATINGS: Record<string, string> = {
  ALL: 'All ages',
  ALL_AGES: 'All ages',
  AGES_16_: '16+',
  AGES_18_: '18+',
  '16': '16+',
  'NOT RATED': 'NR',
  NOT_RATE: 'NR',
  'TV-NR': 'NR',
  UNRATED: 'NR',
  UR: 'NR',
};
// Matches test entries of providers in the public lists, which are not real titles.
const TRIAL_ENTRY = /_test|test_|QA ?(?:test)?movie|projectUN|testing title|validation check/i;

/** Acted films without a cast, which the public lists call documentaries. */
const ACTED = ['tt0278504', 'tt0329575', 'tt10521092', 'tt3791216'];
const FACTUAL = ['Documentary', 'Reality'];
const THEMSELVES = /self|selves|archive/i;
const PARTS_MIN = 5;

interface Person {
  name: string;
  character: string | null;
}

const isUsable = (title: FeedTitle): boolean => !TRIAL_ENTRY.test(title.title) && title.services.length > 0;
const isComplete = (title: FeedTitle): boolean =>
  title.genres.length > 0 && title.cast.length + title.directors.length > 0;

/**
 * Selects the best known titles, then the best known titles of each provider, up to `perProvider`. The result
 * has the order of `all`.
 */
export function chooseTitles(
  all: readonly FeedTitle[],
  bestKnown = BEST_KNOWN,
  perProvider = PER_PROVIDER,
): FeedTitle[] {
  const usable = all.filter(isUsable);
  const chosen = new Set(usable.slice(0, bestKnown));
  for (const service of new Set(usable.flatMap((title) => title.services))) {
    const offered = usable.filter((title) => title.services.includes(service));
    let room = perProvider - offered.filter((title) => chosen.has(title)).length;
    // Add complete titles first, because a title without ratings needs at least genres and people.
    for (const title of [...offered.filter(isComplete), ...offered]) {
      if (room <= 0) break;
      if (chosen.has(title)) continue;
      chosen.add(title);
      room -= 1;
    }
  }
  return usable.filter((title) => chosen.has(title));
}

/**
 * Returns the spelling to show for each name: the spelling with the highest `spellingScore`. At equal scores,
 * chooses the most frequent spelling.
 */
export function chooseSpellings(names: Iterable<string>): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const name of names) {
    const key = nameKey(name);
    const spellings = counts.get(key) ?? new Map<string, number>();
    spellings.set(name, (spellings.get(name) ?? 0) + 1);
    counts.set(key, spellings);
  }
  return new Map(
    [...counts].map(([key, spellings]) => {
      const ranked = [...spellings].sort(
        ([one, often], [other, rare]) =>
          spellingScore(other) - spellingScore(one) || rare - often || (one < other ? -1 : 1),
      );
      return [key, ranked[0]?.[0] ?? ''];
    }),
  );
}

function clean(people: readonly { name: string; character?: string | null }[]): Person[] {
  const seen = new Set<string>();
  return people
    .flatMap(({ name, character }) => cleanPeople(name, character ?? null))
    .filter(({ name }) => {
      const key = nameKey(name);
      return !seen.has(key) && seen.add(key);
    });
}

/**
 * Removes Documentary and Reality from acted titles, such as The Matrix Reloaded. With these genres, popular
 * acted titles would lead the rows of both genres.
 */
export function cleanGenres({ key, genres, cast }: Pick<FeedTitle, 'key' | 'genres' | 'cast'>): string[] {
  const characters = cast.flatMap(({ character }) => character ?? []);
  // An acted title has another first genre and at least five characters, none of which contains "self" or
  // "archive".
  const isActed =
    ACTED.includes(key) ||
    (!FACTUAL.includes(genres[0] ?? '') &&
      characters.length >= PARTS_MIN &&
      !characters.some((character) => THEMSELVES.test(character)));
  return isActed ? genres.filter((genre) => !FACTUAL.includes(genre)) : genres;
}

/** Writes a title as a feed line. Leaves out unknown fields, to keep the file small. */
function toLine(title: FeedTitle, spellings: ReadonlyMap<string, string>): string {
  const spell = (name: string): string => spellings.get(nameKey(name)) ?? name;
  const ageRating = title.age_rating === null ? null : (AGE_RATINGS[title.age_rating] ?? title.age_rating);
  const facts = {
    key: title.key,
    also: title.also,
    title: title.title,
    type: title.type,
    release_year: title.release_year,
    runtime_minutes: title.runtime_minutes,
    seasons: title.seasons,
    age_rating: ageRating,
    genres: cleanGenres(title),
    countries: title.countries,
    directors: clean(title.directors).map(({ name }) => spell(name)),
    cast: clean(title.cast)
      .slice(0, CAST_MAX)
      .map(({ name, character }) =>
        character === null ? { name: spell(name) } : { name: spell(name), character },
      ),
    votes: title.votes,
    services: title.services,
  };
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return JSON.stringify(Object.fromEntries(known));
}

/** Returns the demo catalogue as NDJSON text. The same public lists always give the same text. */
export function composeDemoCatalogue(all: readonly FeedTitle[]): string {
  const people = all.flatMap((title) => [...clean(title.directors), ...clean(title.cast)]);
  const spellings = chooseSpellings(people.map(({ name }) => name));
  const lines = mergeDoubles(chooseTitles(all)).map((title) => toLine(title, spellings));
  return `${[JSON.stringify({ feed: HEADER }), ...lines].join('\n')}\n`;
}

/** Writes the demo catalogue. Returns its counts, or null when the public lists are missing. */
export async function writeDemoCatalogue(): Promise<{ titles: number; bytes: number } | null> {
  if (!(await exists(rawTitlesPath))) return null;
  const text = composeDemoCatalogue(await readTitles(rawTitlesPath));
  const bytes = gzipSync(text, { level: 9 });
  await writeFile(demoCataloguePath, bytes);
  return { titles: text.trimEnd().split('\n').length - 1, bytes: bytes.length };
}
