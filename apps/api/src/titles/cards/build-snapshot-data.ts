import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { TitleArt } from '@marquee/artwork';
import { backdropPath, posterPath, providerMarkPath } from '@marquee/artwork/paths';
import type { Medium, MediumProvider, Theme } from '@marquee/contracts';
import { THEME_GROUPS } from '@marquee/contracts/constants';
import { isLongAgo } from '@marquee/contracts/offer-age';
import { ageLevel, type Csr } from '@marquee/recommender';
import { pictureSourceOf } from '#src/clients/picture-source.ts';
import { withTypographicApostrophes } from '#src/core/apostrophes.ts';
import { type PictureKind, picturePath } from '#src/modules/pictures/picture-paths.ts';
import { AWARD_KINDS, foremostAwards } from '#src/titles/awards.ts';
import { type Bits, createBits, setBit } from '#src/titles/engine/bits.ts';
import { dayOf } from '#src/titles/engine/markets.ts';
import { buildPeople, type CreditedPerson } from '#src/titles/engine/people.ts';
import type { LocalNames, SeriesColumns, SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { buildStoryIndex, type Story } from '#src/titles/engine/story-index.ts';
import { packTexts } from '#src/titles/engine/texts.ts';
import { INCLUDED_KINDS } from '#src/titles/offer-rules.ts';
import { THEMES } from '#src/titles/themes/vocabulary.ts';
import { adjectiveOf } from '#src/titles/understanding/build-lexicon.ts';
import { buildMarkets, type WrittenOffer } from './build-markets.ts';
import { ByteSink } from './byte-sink.ts';
import type { SeriesRow, SnapshotRepository, TitleRow } from './snapshot.repository.ts';

/** Number of titles in one query. The rows of one query then use little memory compared to the snapshot. */
const BATCH = 1_000;
/** Only the first roles are looked up by name: people ask for those, and extras are called "Mother" in every film. */
const ROLES_READ = 12;
/** The largest runtime that the recommender gets, in minutes. Longer runtimes are cut to this value. */
const LONGEST_MINUTES = 1_000;

type Head = Pick<
  Medium,
  | 'id'
  | 'title'
  | 'type'
  | 'poster_url'
  | 'release_year'
  | 'runtime_minutes'
  | 'seasons'
  | 'age_rating'
  | 'genres'
  | 'critical_rating'
  | 'countries'
  | 'language'
>;
type Extra = Pick<
  Medium,
  | 'titles'
  | 'overview'
  | 'themes'
  | 'credits_scene'
  | 'awards'
  | 'directors'
  | 'cast'
  | 'video_url'
  | 'backdrop_url'
>;

interface Names {
  genre: Map<number, string>;
  provider: Map<number, MediumProvider>;
  apiOrigin: string;
}

const peopleOf = (row: TitleRow, role: 'director' | 'cast') =>
  row.credits.filter((credit) => credit.role === role);

const genresOf = (row: TitleRow, names: Names): string[] =>
  row.genres.flatMap((id) => names.genre.get(id) ?? []);

const toArt = (row: TitleRow, names: Names): TitleArt => ({
  id: row.id,
  title: row.title,
  type: row.type,
  releaseYear: row.release_year,
  genres: genresOf(row, names),
  directors: peopleOf(row, 'director').map(({ name }) => name),
});

/**
 * Returns the address of a picture on this server, which also serves pictures of sources, scaled for the web
 * app.
 */
function pictureOf(row: TitleRow, kind: PictureKind, names: Names): string | null {
  const address = kind === 'poster' ? row.poster_url : row.backdrop_url;
  if (address === null || pictureSourceOf(address) === null) return address;
  return `${names.apiOrigin}${picturePath(row.id, kind, address)}`;
}

function mapHead(row: TitleRow, names: Names): Head {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    poster_url: pictureOf(row, 'poster', names) ?? `${names.apiOrigin}${posterPath(toArt(row, names))}`,
    release_year: row.release_year,
    runtime_minutes: row.runtime_minutes,
    seasons: row.seasons,
    age_rating: row.age_rating,
    genres: genresOf(row, names),
    critical_rating: row.critical_rating,
    countries: row.countries,
    language: row.language,
  };
}

function mapExtra(row: TitleRow, names: Names): Extra {
  const people = (role: 'director' | 'cast') =>
    peopleOf(row, role).map(({ person_id, name }) => ({ person_id, name }));
  return {
    titles: row.titles,
    overview: row.overview && withTypographicApostrophes(row.overview),
    themes: row.themes.flatMap((slug) => themeOf.get(slug) ?? []),
    credits_scene: row.credits_scene,
    awards: foremostAwards(row.awards),
    directors: people('director'),
    cast: people('cast'),
    video_url: row.video_url,
    backdrop_url: pictureOf(row, 'backdrop', names) ?? `${names.apiOrigin}${backdropPath(toArt(row, names))}`,
  };
}

/**
 * Writes the fields of an offer that are the same for all callers, without its id and the braces. Without the id, the
 * offers of one provider in several countries are often equal, and are kept once.
 */
function writeOffer(offer: TitleRow['offers'][number], names: Names): string {
  const { kind, url, currency, source, first_seen_at, checked_at, checked_on, leaving_on } = offer;
  const fixed = {
    kind,
    url,
    price: offer.price_cents / 100,
    currency,
    quality: offer.quality || null,
    medium_provider: names.provider.get(offer.provider_id),
  };
  const json = JSON.stringify({ ...fixed, source, first_seen_at, checked_at, checked_on, leaving_on });
  return json.slice(1, -1);
}

/** The columns of a title whose JSON has been written. */
interface WrittenTitle {
  id: number;
  title: string;
  /** The names that differ from the title, by language. */
  names: [language: string, name: string][];
  type: number;
  year: number;
  imdb: number;
  popularity: number;
  created: number;
  /** Whether the title is a recent arrival (`creditArrivals`). */
  isArrival: boolean;
  delisted: boolean;
  genres: number[];
  themes: string[];
  /** The line of story, '' where there is none. */
  line: string;
  /** The names of its genres and the adjectives of its countries. */
  facts: string[];
  /** Whom its cast plays. */
  roles: string[];
  /** The keys by which titles of the same source name this one, see `lovedWithOf`. */
  keys: string[];
  /** The keys of the titles that are loved with this one, those of its source first. */
  lovedWith: string[][];
  /** The places of its kinds of awards in `AWARD_KINDS`. */
  awardKinds: number[];
  directors: number[];
  cast: number[];
  countries: string[];
  language: string | null;
  runtime: number;
  ageLevel: number;
  ageRating: string | null;
  /** The names of the directors, followed by names of the cast. */
  people: string[];
  offers: WrittenOffer[];
  /** The byte positions headStart, extraStart and extraEnd of the title. */
  marks: number[];
}

function writeTitle(row: TitleRow, sink: ByteSink, names: Names): WrittenTitle {
  const marks = [sink.length];
  sink.write(JSON.stringify(mapHead(row, names)).slice(0, -1));
  marks.push(sink.length);
  sink.write(`,${JSON.stringify(mapExtra(row, names)).slice(1, -1)}`);
  marks.push(sink.length);
  const places = new Map<string, { start: number; end: number }>();
  const offers = row.offers.map((offer): WrittenOffer => {
    const json = writeOffer(offer, names);
    const start = sink.length;
    if (!places.has(json)) sink.write(json);
    const place = places.get(json) ?? { start, end: sink.length };
    places.set(json, place);
    return {
      id: offer.id,
      provider: offer.provider_id,
      country: offer.country,
      isIncluded: INCLUDED_KINDS.includes(offer.kind),
      isLongAgo: isLongAgo(offer.checked_at),
      ...place,
      leaving: offer.leaving_on === null ? null : Date.parse(offer.leaving_on),
      firstSeen: Date.parse(offer.first_seen_at),
    };
  });
  const directors = peopleOf(row, 'director');
  const cast = peopleOf(row, 'cast');
  return {
    id: row.id,
    title: row.title,
    names: Object.entries(row.titles).filter(([, name]) => name !== row.title),
    type: row.type === 'movie' ? 0 : 1,
    year: row.release_year ?? 0,
    imdb: Number(/^tt(\d{7,9})$/.exec(row.imdb_id ?? '')?.[1] ?? 0),
    popularity: row.popularity,
    created: row.created,
    isArrival: false,
    delisted: row.delisted,
    genres: row.genres,
    themes: row.themes,
    line: row.overview ?? '',
    facts: [
      ...row.genres.flatMap((id) => names.genre.get(id) ?? []),
      ...row.countries.flatMap((code) => adjectiveOf(code) ?? []),
    ],
    roles: cast.slice(0, ROLES_READ).flatMap(({ character }) => character ?? []),
    keys: [keyWithin(row.source, row.external_id), ...(row.imdb_id === null ? [] : [row.imdb_id])],
    lovedWith: row.loved_with.map((key) => [keyWithin(row.source, key), key]),
    awardKinds: AWARD_KINDS.flatMap(({ has }, place) => (row.awards.some(has) ? [place] : [])),
    directors: directors.map((credit) => credit.person_id),
    cast: cast.map((credit) => credit.person_id),
    countries: row.countries,
    language: row.language,
    runtime: Math.min(row.runtime_minutes ?? 0, LONGEST_MINUTES),
    ageLevel: ageLevel(row.age_rating),
    ageRating: row.age_rating,
    people: [...directors, ...cast].map((credit) => credit.name),
    offers,
    marks,
  };
}

function toCsr(rows: readonly (readonly number[])[]): Csr {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + row.length;
  });
  return { offsets, values: Int32Array.from(rows.flat()) };
}

/** Replaces each text with its place in `texts`, the distinct texts. */
function numbered(rows: readonly (readonly string[])[]): { rows: number[][]; texts: string[] } {
  const numbers = new Map<string, number>();
  const numberedRows = rows.map((row) =>
    row.map((text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    }),
  );
  return { rows: numberedRows, texts: [...numbers.keys()] };
}

const themeOf = new Map(
  THEMES.map(({ slug, group, label }): [string, Theme] => [slug, { slug, group, label }]),
);

function themeColumns(
  written: readonly WrittenTitle[],
): Pick<SnapshotData, 'themes' | 'themeRows' | 'themeGroup'> {
  const placeOf = new Map(THEMES.map(({ slug }, place) => [slug, place]));
  const counts = new Uint32Array(THEMES.length);
  const ofTitles = written.map((title) => {
    const places = title.themes.flatMap((slug) => placeOf.get(slug) ?? []);
    if (!title.delisted) for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
    return places;
  });
  return {
    themes: toCsr(ofTitles),
    themeRows: THEMES.map((theme, place) => ({ ...theme, count: counts[place] ?? 0 })),
    themeGroup: Uint8Array.from(THEMES, ({ group }) => THEME_GROUPS.indexOf(group)),
  };
}

/** A key of one source, which is never an id of IMDb. */
const keyWithin = (source: string, key: string): string => `${source}\n${key}`;

/** Returns the titles that each title names, best first, without those that the catalogue lacks. */
function lovedWithOf(written: readonly WrittenTitle[]): Csr {
  const itemOf = new Map<string, number>();
  written.forEach(({ keys }, item) => {
    for (const key of keys) if (!itemOf.has(key)) itemOf.set(key, item);
  });
  return toCsr(
    written.map(({ lovedWith }, item) => {
      const named = lovedWith.flatMap(([own = '', imdb = '']) => itemOf.get(own) ?? itemOf.get(imdb) ?? []);
      return [...new Set(named)].filter((other) => other !== item);
    }),
  );
}

/** Groups the names of all titles by language. */
function groupNames(written: readonly WrittenTitle[]): LocalNames[] {
  const languages = new Map<string, { items: number[]; texts: string[] }>();
  written.forEach(({ names }, item) => {
    for (const [language, name] of names) {
      const group = languages.get(language) ?? { items: [], texts: [] };
      languages.set(language, group);
      group.items.push(item);
      group.texts.push(name);
    }
  });
  return Array.from(languages, ([language, { items, texts }]) => ({
    language,
    items: Int32Array.from(items),
    texts: packTexts(texts),
  }));
}

function bitsOf(written: readonly WrittenTitle[], belongs: (title: WrittenTitle) => boolean): Bits {
  const bits = createBits(written.length);
  written.forEach((title, index) => {
    if (belongs(title)) setBit(bits, index);
  });
  return bits;
}

function bitsByKey(
  written: readonly WrittenTitle[],
  keys: readonly number[],
  of: (title: WrittenTitle) => readonly number[],
): Map<number, Bits> {
  const result = new Map(keys.map((key) => [key, createBits(written.length)]));
  written.forEach((title, index) => {
    for (const key of of(title)) {
      const bits = result.get(key);
      if (bits) setBit(bits, index);
    }
  });
  return result;
}

/** Returns the distinct age ratings of the listed titles, mildest first. */
function ageRatingsOf(written: readonly WrittenTitle[]): string[] {
  const ratings = new Set(
    written.flatMap(({ ageRating, delisted }) => (delisted || ageRating === null ? [] : [ageRating])),
  );
  return [...ratings].sort((a, b) => ageLevel(a) - ageLevel(b) || (a < b ? -1 : 1));
}

/** Returns the listed titles of known years, the newest first. */
function newestTitles(written: readonly WrittenTitle[]): Int32Array {
  const known = written.flatMap(({ year, delisted }, item) => (delisted || year === 0 ? [] : [item]));
  return Int32Array.from(known).sort((a, b) => (written[b]?.year ?? 0) - (written[a]?.year ?? 0));
}

/** Returns the two newest years of the titles. Null when no year is known. */
function newestYears(
  written: readonly WrittenTitle[],
  newest: Int32Array,
): { from: number; to: number } | null {
  const years = new Set(Array.from(newest, (item) => written[item]?.year ?? 0));
  const [to, from = to] = years;
  return to === undefined || from === undefined ? null : { from, to };
}

/**
 * How long a title is a recent arrival after its import, in seconds (30 days). A recent arrival has few
 * votes, so its popularity is too low.
 */
const NEW_FOR = 30 * 86_400;
/**
 * The share of all titles that is stock: the titles imported first. Only titles imported later can be recent
 * arrivals.
 */
const STOCK = 0.95;
/**
 * How long the rest of the stock may take after that, in seconds. With a small limit the speed of the machine
 * would decide which titles of a long import are arrivals.
 */
const STOCK_TAKES = 3_600;
/**
 * Share of titles that counts as best known. A recent arrival gets at least the lowest popularity among these
 * titles.
 */
const PROMISING = 0.05;

/**
 * Finds the recent arrivals and raises their popularity, which have few votes. The rank of a recent arrival then depends
 * on the user's taste.
 */
function creditArrivals(written: readonly WrittenTitle[], now: number): WrittenTitle[] {
  const at = (sorted: Float64Array, share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  const stockedAt = at(Float64Array.from(written, (title) => title.created).sort(), STOCK) + STOCK_TAKES;
  const promise = at(Float64Array.from(written, (title) => title.popularity).sort(), 1 - PROMISING);
  return written.map((title) =>
    title.created > stockedAt && title.created > now - NEW_FOR
      ? { ...title, isArrival: true, popularity: Math.max(title.popularity, promise) }
      : title,
  );
}

const themePlaces = new Map(THEMES.map(({ slug }, place) => [slug, place]));

/** Returns what the full-text index reads of a title. */
function storyOf({ line, themes, facts, roles }: WrittenTitle): Story {
  const places = themes.flatMap((slug) => themePlaces.get(slug) ?? []);
  return {
    line,
    themes: places.flatMap((place) => [THEMES[place]?.label ?? '', ...(THEMES[place]?.synonyms ?? [])]),
    facts,
    roles,
    themePlaces: places,
  };
}

/** A credit as director adds twice as much fame as a credit in the cast. */
const DIRECTOR_FAME = 2;

/**
 * Adds up the fame of each person and collects the person's titles. `written` has the order of the snapshot.
 */
function creditPeople(
  written: readonly WrittenTitle[],
  portraits: ReadonlyMap<number, string>,
): CreditedPerson[] {
  const people = new Map<number, CreditedPerson & { titles: number[] }>();
  const newestFirst = Array.from(written.keys()).sort(
    (a, b) =>
      (written[b]?.year ?? 0) - (written[a]?.year ?? 0) || (written[a]?.id ?? 0) - (written[b]?.id ?? 0),
  );
  for (const index of newestFirst) {
    const title = written[index];
    if (!title) continue;
    [...title.directors, ...title.cast].forEach((id, at) => {
      const known = people.get(id);
      const person = known ?? {
        id,
        name: title.people[at] ?? '',
        image: portraits.get(id) ?? null,
        fame: null,
        titles: [],
      };
      if (!known) people.set(id, person);
      if (person.titles.at(-1) !== index) person.titles.push(index);
      if (title.delisted) return;
      const weight = at < title.directors.length ? DIRECTOR_FAME : 1;
      person.fame = (person.fame ?? 0) + weight * title.popularity;
    });
  }
  return [...people.values()];
}

function episodeColumns(rows: readonly SeriesRow[], indexOf: ReadonlyMap<number, number>): SeriesColumns {
  const known = rows
    .flatMap((row) => {
      const item = indexOf.get(row.medium_id);
      return item === undefined ? [] : [{ ...row, item }];
    })
    .toSorted((a, b) => a.item - b.item);
  return {
    items: Int32Array.from(known, ({ item }) => item),
    total: Int32Array.from(known, ({ total }) => total),
    aired: Int32Array.from(known, ({ aired }) => aired),
    comingDays: toCsr(known.map(({ days }) => days)),
    comingMinutes: toCsr(known.map(({ minutes }) => minutes)),
    ended: Uint8Array.from(known, ({ ended }) => Number(ended)),
    firstSeason: Int16Array.from(known, ({ season }) => season),
    firstEpisode: Int16Array.from(known, ({ episode }) => episode),
    firstDay: Int32Array.from(known, ({ first_day }) => first_day ?? 0),
    firstMinute: Int32Array.from(known, ({ first_minute }) => first_minute ?? 0),
    firstName: packTexts(known.map(({ name }) => name ?? '')),
  };
}

/** Reads the catalogue and writes every card. Takes seconds with 100,000 titles, so run it in a worker thread. */
export async function buildSnapshotData(
  repository: SnapshotRepository,
  apiOrigin: string,
): Promise<SnapshotData> {
  const [genres, providers, staffLists, portraits, merged, series] = await Promise.all([
    repository.listGenres(),
    repository.listProviders(),
    repository.listStaffLists(),
    repository.listPortraits(),
    repository.listMerged(),
    repository.listSeries(),
  ]);
  const names: Names = {
    genre: new Map(genres.map(({ id, title }) => [id, title])),
    provider: new Map(
      providers.map(({ id, name, image_url, slug, featured }) => [
        id,
        { id, name, image: image_url ?? `${apiOrigin}${providerMarkPath({ slug, name })}`, featured },
      ]),
    ),
    apiOrigin,
  };

  const sink = new ByteSink();
  const read: WrittenTitle[] = [];
  for (let batch = repository.listTitles(0, BATCH); ; ) {
    const rows = await batch;
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < BATCH;
    if (!isLast) {
      batch = repository.listTitles(last.id, BATCH);
      // During this wait the pool sends the query for the next batch, so the database reads while this loop
      // writes.
      await yieldToEvents();
    }
    for (const row of rows) read.push(writeTitle(row, sink, names));
    if (isLast) break;
  }
  const written = creditArrivals(read, Date.now() / 1_000);
  written.sort((a, b) => b.popularity - a.popularity || a.id - b.id);

  const best = Math.max(...written.slice(0, 1).map((title) => title.popularity), Number.MIN_VALUE);
  const indexOf = new Map(written.map(({ id }, index) => [id, index]));
  const countries = numbered(written.map((title) => title.countries));
  const languages = [...new Set(written.flatMap(({ language }) => language ?? []))];
  const ageRatings = ageRatingsOf(written);
  const newest = newestTitles(written);
  const mark = (at: number) => Int32Array.from(written, (title) => title.marks[at] ?? 0);
  const genreBits = bitsByKey(
    written,
    genres.map(({ id }) => id),
    (title) => title.genres,
  );

  return {
    size: written.length,
    ids: Int32Array.from(written, (title) => title.id),
    merged: merged.map(({ id, merged_into }) => [id, merged_into]),
    byId: Int32Array.from(written.keys()).sort((a, b) => (written[a]?.id ?? 0) - (written[b]?.id ?? 0)),
    titles: packTexts(written.map((title) => title.title)),
    names: groupNames(written),
    type: Uint8Array.from(written, (title) => title.type),
    year: Int16Array.from(written, (title) => title.year),
    imdb: Int32Array.from(written, (title) => title.imdb),
    popularity: Float32Array.from(written, (title) => Math.max(0, title.popularity / best)),
    listed: bitsOf(written, (title) => !title.delisted),
    movies: bitsOf(written, (title) => title.type === 0),
    series: bitsOf(written, (title) => title.type === 1),
    episodes: episodeColumns(series, indexOf),
    genres: toCsr(written.map((title) => title.genres)),
    ...themeColumns(written),
    lovedWith: lovedWithOf(written),
    awards: AWARD_KINDS.map(({ slug, label }, place) => ({
      slug,
      label,
      bits: bitsOf(written, ({ awardKinds }) => awardKinds.includes(place)),
    })),
    directors: toCsr(written.map((title) => title.directors)),
    cast: toCsr(written.map((title) => title.cast)),
    countries: toCsr(countries.rows),
    countryCodes: countries.texts,
    languages,
    language: Uint16Array.from(written, ({ language }) => languages.indexOf(language ?? '') + 1),
    runtime: Int16Array.from(written, (title) => title.runtime),
    ageLevel: Int8Array.from(written, (title) => title.ageLevel),
    ageRatings,
    ageRating: Uint16Array.from(written, ({ ageRating }) => ageRatings.indexOf(ageRating ?? '') + 1),
    providerNames: [...names.provider.values()],
    genreRows: genres.map(({ id, title }) => ({
      id,
      title,
      bits: genreBits.get(id) ?? createBits(written.length),
    })),
    markets: buildMarkets(
      written.map((title) => title.offers),
      providers.map(({ id }) => id),
    ),
    staff: staffLists.map(({ id, name, medium_ids }) => ({
      id,
      name,
      items: Int32Array.from(medium_ids.flatMap((mediumId) => indexOf.get(mediumId) ?? [])),
    })),
    people: buildPeople(creditPeople(written, portraits)),
    stories: buildStoryIndex(written.map(storyOf)),
    newest,
    newestYears: newestYears(written, newest),
    arrivals: Int32Array.from(written, ({ isArrival, created }) => (isArrival ? dayOf(1_000 * created) : 0)),
    bytes: sink.bytes.slice(0, sink.length),
    headStart: mark(0),
    extraStart: mark(1),
    extraEnd: mark(2),
  };
}
