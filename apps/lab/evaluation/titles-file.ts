import { THEMES } from '@marquee/api/src/titles/themes/vocabulary.ts';
import { THEME_GROUPS } from '@marquee/contracts/constants';
import { csr } from '@marquee/recommender/fixtures';
import { ageLevel } from '@marquee/recommender/model/age-level';
import { franchiseKeys } from '@marquee/recommender/model/franchise';
import type { Catalogue, Csr } from '@marquee/recommender/model/types';

/** The fields that the recommender uses from a title in a feed. */
export interface TitleFacts {
  readonly key: string;
  /** Keys of the titles that are loved with this one. */
  readonly lovedWith: readonly string[];
  readonly name: string;
  readonly isSeries: boolean;
  /** 0 when unknown. */
  readonly year: number;
  readonly genres: readonly string[];
  /** Slugs of themes. */
  readonly themes: readonly string[];
  readonly directors: readonly string[];
  readonly cast: readonly string[];
  readonly votes: number;
  readonly countries: readonly string[];
  /** Where the language is known, the first country is the title's own. */
  readonly language: string;
  /** Runtime in minutes, 0 when unknown. */
  readonly runtime: number;
  /** The age rating as the source writes it. Empty when unknown. */
  readonly ageRating: string;
}

/** Reads a feed with one JSON object per line. Skips blank lines and the line that names the feed. */
export function readTitles(bytes: Uint8Array): TitleFacts[] {
  const titles: TitleFacts[] = [];
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .forEach((line, at) => {
      if (line.trim() === '') return;
      const row = parseLine(line, at + 1);
      if (row.feed !== undefined) return;
      const { title } = row;
      if (typeof title !== 'string') throw new RangeError(`line ${at + 1}: title is not a text`);
      titles.push({
        key: typeof row.key === 'string' ? row.key : '',
        lovedWith: namesOf(row.loved_with),
        name: title,
        isSeries: row.type === 'series',
        year: wholeNumber(row.release_year),
        genres: namesOf(row.genres),
        themes: namesOf(row.themes),
        directors: namesOf(row.directors),
        cast: namesOf(row.cast),
        votes: wholeNumber(row.votes),
        countries: namesOf(row.countries),
        language: typeof row.language === 'string' ? row.language : '',
        runtime: wholeNumber(row.runtime_minutes),
        ageRating: typeof row.age_rating === 'string' ? row.age_rating : '',
      });
    });
  if (titles.length === 0) throw new RangeError('the file has no titles');
  return titles;
}

function parseLine(line: string, number: number): Record<string, unknown> {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (error) {
    throw new RangeError(`line ${number}: not JSON`, { cause: error });
  }
  if (!isRecord(row)) throw new RangeError(`line ${number}: not a JSON object`);
  return row;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

/** Reads a list of names. An entry is a string or an object with a `name`. */
function namesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const name = isRecord(entry) ? entry.name : entry;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

/** Upper limit of runtimes, in minutes. */
const LONGEST = 1_000;

/** Builds the catalogue of these titles. People with equal names become one person. */
export function titlesCatalogue(titles: readonly TitleFacts[]): Catalogue {
  // Popularity is log₁₀(1 + votes), divided by the value for the title with the most votes.
  const fame = Float64Array.from(titles, ({ votes }) => Math.log10(1 + votes));
  const most = fame.reduce((a, b) => Math.max(a, b), Number.MIN_VALUE);
  const people = new Map<string, number>();
  const genres = new Map<string, number>();
  const directors = interned(titles, (title) => title.directors, people);
  const cast = interned(titles, (title) => title.cast, people);
  return {
    size: titles.length,
    ids: Int32Array.from(titles.keys(), (i) => i + 1),
    type: Uint8Array.from(titles, ({ isSeries }) => (isSeries ? 1 : 0)),
    year: Int16Array.from(titles, ({ year }) => year),
    popularity: Float32Array.from(fame, (f) => f / most),
    genres: interned(titles, (title) => title.genres, genres),
    ...(titles.some(({ themes }) => themes.length > 0) && themeColumns(titles.map(({ themes }) => themes))),
    ...(titles.some(({ lovedWith }) => lovedWith.length > 0) && { lovedWith: lovedColumn(titles) }),
    directors,
    cast,
    franchise: franchiseKeys(
      titles.map(({ name }) => name),
      { directors, cast },
    ),
    ...countryColumns(titles),
    runtime: Int16Array.from(titles, ({ runtime }) => Math.min(runtime, LONGEST)),
    ageLevel: Int8Array.from(titles, ({ ageRating }) => ageLevel(ageRating)),
  };
}

function lovedColumn(titles: readonly TitleFacts[]): Csr {
  const itemOf = new Map(titles.map(({ key }, item) => [key, item]));
  return csr(titles.map(({ lovedWith }) => lovedWith.flatMap((key) => itemOf.get(key) ?? [])));
}

/** Returns the themes of titles, numbered as in the vocabulary. */
function themeColumns(themes: readonly (readonly string[])[]): Pick<Catalogue, 'themes' | 'themeGroup'> {
  const placeOf = new Map(THEMES.map(({ slug }, place) => [slug, place]));
  return {
    themes: csr(themes.map((slugs) => slugs.flatMap((slug) => placeOf.get(slug) ?? []))),
    themeGroup: Uint8Array.from(THEMES, ({ group }) => THEME_GROUPS.indexOf(group)),
  };
}

/** Returns the titles without the themes of a group, or without any theme for `themes`. */
export function withoutThemes(titles: readonly TitleFacts[], group: string): TitleFacts[] {
  const groups: readonly string[] = THEME_GROUPS;
  if (group !== 'themes' && !groups.includes(group))
    throw new RangeError(`--without must be themes or one of ${groups.join(', ')}, not "${group}"`);
  const kept = new Set(THEMES.flatMap(({ slug, group: own }) => (own === group ? [] : slug)));
  return titles.map((title) => ({
    ...title,
    themes: group === 'themes' ? [] : title.themes.filter((slug) => kept.has(slug)),
  }));
}

function countryColumns(titles: readonly TitleFacts[]): Pick<Catalogue, 'countries' | 'ownCountry'> {
  const countries = interned(titles, (title) => title.countries, new Map());
  const { offsets, values } = countries;
  const ownCountry = Int32Array.from(titles, ({ language }, i) =>
    language !== '' && offsets[i] < offsets[i + 1] ? values[offsets[i]] : -1,
  );
  return { countries, ownCountry };
}

function interned(
  titles: readonly TitleFacts[],
  namesOf: (title: TitleFacts) => readonly string[],
  ids: Map<string, number>,
): Csr {
  const offsets = new Int32Array(titles.length + 1);
  const values: number[] = [];
  titles.forEach((title, i) => {
    for (const name of new Set(namesOf(title).map((text) => text.normalize('NFC').trim().toLowerCase()))) {
      const id = ids.get(name) ?? ids.size + 1;
      ids.set(name, id);
      values.push(id);
    }
    offsets[i + 1] = values.length;
  });
  return { offsets, values: Int32Array.from(values) };
}
