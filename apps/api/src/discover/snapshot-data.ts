import type { Medium, MediumProvider } from '@marquee/contracts';
import type { Csr } from '@marquee/recommender';
import { backdropPath, posterPath, providerMarkPath } from '#src/art/art-paths.ts';
import type { TitleArt } from '#src/art/design.ts';
import { type Bits, createBits, setBit } from './bits.ts';
import type { SnapshotRepository, TitleRow } from './snapshot.repository.ts';
import { packTexts, type Texts } from './texts.ts';

/**
 * The catalogue as columns and ready-written JSON, best known title first. Only arrays and plain values, so that a
 * worker thread can build it and hand it over without copying.
 */
export interface SnapshotData {
  readonly size: number;
  /** Medium ids by index. */
  readonly ids: Int32Array;
  /** Indexes in the order of their ids. */
  readonly byId: Int32Array;
  readonly titles: Texts;
  /** 0 movie, 1 series. */
  readonly type: Uint8Array;
  /** 0 when unknown. */
  readonly year: Int16Array;
  /** 0 (unknown to all) to 1 (known to all); of new arrivals what they may come to be. */
  readonly popularity: Float32Array;
  /** Titles their source still lists. */
  readonly listed: Bits;
  /** Titles with at least one offer. */
  readonly available: Bits;
  readonly movies: Bits;
  readonly series: Bits;
  readonly genres: Csr;
  readonly directors: Csr;
  readonly cast: Csr;
  readonly genreRows: { id: number; title: string; bits: Bits }[];
  readonly providers: { id: number; bits: Bits }[];
  readonly staff: { id: number; name: string; items: Int32Array }[];
  /** Listed titles, new and well known ones first. */
  readonly recent: Int32Array;
  /** UTF-8 JSON; where each title's parts lie is in the next four. */
  readonly bytes: Uint8Array;
  /** A card's fields that are the same for everybody, from `{`. */
  readonly headStart: Int32Array;
  /** What only a full view carries. */
  readonly extraStart: Int32Array;
  /** First offer of each title; offers of title i are `offers[offerOffsets[i]] …`. */
  readonly offerOffsets: Int32Array;
  readonly offerStart: Int32Array;
  readonly offerEnd: Int32Array;
  readonly offerProvider: Int32Array;
  readonly extraEnd: Int32Array;
}

const BATCH = 5_000;
const YEAR_OF_AGE = 0.9;
const encoder = new TextEncoder();

/** Bytes that grow by doubling. */
class ByteSink {
  bytes = new Uint8Array(1 << 20);
  length = 0;

  write(text: string): void {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const needed = this.length + text.length * 3;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }
}

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
  | 'no_providers'
  | 'critical_rating'
>;
type Extra = Pick<Medium, 'overview' | 'directors' | 'cast' | 'video_url' | 'backdrop_url'>;

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

function mapHead(row: TitleRow, names: Names): Head {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    poster_url: row.poster_url ?? `${names.apiOrigin}${posterPath(toArt(row, names))}`,
    release_year: row.release_year,
    runtime_minutes: row.runtime_minutes,
    seasons: row.seasons,
    age_rating: row.age_rating,
    genres: genresOf(row, names),
    no_providers: row.offers.length === 0,
    critical_rating: row.critical_rating,
  };
}

function mapExtra(row: TitleRow, names: Names): Extra {
  const people = (role: 'director' | 'cast') =>
    peopleOf(row, role).map(({ person_id, name }) => ({ person_id, name }));
  return {
    overview: row.overview,
    directors: people('director'),
    cast: people('cast'),
    video_url: row.video_url,
    backdrop_url: row.backdrop_url ?? `${names.apiOrigin}${backdropPath(toArt(row, names))}`,
  };
}

/** All but the end of an offer's JSON: `true}` or `false}` for `selected` follows for each reader. */
function writeOffer(offer: TitleRow['offers'][number], names: Names): string {
  const { id, url, source, checked_at } = offer;
  const fixed = {
    id,
    url,
    price: offer.price_cents / 100,
    medium_provider: names.provider.get(offer.provider_id),
  };
  return `${JSON.stringify({ ...fixed, source, checked_at }).slice(0, -1)},"selected":`;
}

/** What is kept of a row once its JSON is written. */
interface Kept {
  id: number;
  title: string;
  type: number;
  year: number;
  popularity: number;
  created: number;
  delisted: boolean;
  genres: number[];
  directors: number[];
  cast: number[];
  offerProviders: number[];
  /** headStart, extraStart, extraEnd, then the start of each offer and the end of the last. */
  marks: number[];
}

function keep(row: TitleRow, sink: ByteSink, names: Names): Kept {
  const marks = [sink.length];
  sink.write(JSON.stringify(mapHead(row, names)).slice(0, -1));
  marks.push(sink.length);
  sink.write(`,${JSON.stringify(mapExtra(row, names)).slice(1, -1)}`);
  marks.push(sink.length);
  for (const offer of row.offers) {
    sink.write(writeOffer(offer, names));
    marks.push(sink.length);
  }
  const people = (role: 'director' | 'cast') => peopleOf(row, role).map((credit) => credit.person_id);
  return {
    id: row.id,
    title: row.title,
    type: row.type === 'movie' ? 0 : 1,
    year: row.release_year ?? 0,
    popularity: row.popularity,
    created: row.created,
    delisted: row.delisted,
    genres: row.genres,
    directors: people('director'),
    cast: people('cast'),
    offerProviders: row.offers.map((offer) => offer.provider_id),
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

function bitsOf(kept: readonly Kept[], belongs: (title: Kept) => boolean): Bits {
  const bits = createBits(kept.length);
  kept.forEach((title, index) => {
    if (belongs(title)) setBit(bits, index);
  });
  return bits;
}

function bitsByKey(
  kept: readonly Kept[],
  keys: readonly number[],
  of: (title: Kept) => readonly number[],
): Map<number, Bits> {
  const result = new Map(keys.map((key) => [key, createBits(kept.length)]));
  kept.forEach((title, index) => {
    for (const key of of(title)) {
      const bits = result.get(key);
      if (bits) setBit(bits, index);
    }
  });
  return result;
}

/**
 * New titles first, but a year of age counts only as much as being eight times better known: strictly by year, the
 * first weeks of a January would push the whole year before out of sight. Popularity is the logarithm of votes.
 */
function recentFirst(kept: readonly Kept[]): Int32Array {
  const newest = kept.reduce((year, title) => Math.max(year, title.year), 0);
  const freshness = kept.map((title) => title.popularity - YEAR_OF_AGE * (newest - title.year));
  const listed = kept.flatMap((title, index) => (title.delisted ? [] : [index]));
  return Int32Array.from(listed.sort((a, b) => (freshness[b] ?? 0) - (freshness[a] ?? 0) || a - b));
}

/** A month, in seconds: until then people had no time to make a title known. */
const NEW_FOR = 30 * 86_400;
/** This share of the titles, by arrival, is the stock; an import of that may take its time. */
const STOCK = 0.95;
const STOCK_TAKES = 10;
/** An arrival is taken to be as well known as the least of this share of all titles. */
const PROMISING = 0.05;

/**
 * Adds to the fame of titles that came after the stock and not long ago: nobody could rate them yet, so until they are
 * known they get the benefit of the doubt, and taste decides whom they are shown to.
 */
function creditArrivals(kept: readonly Kept[], now: number): Kept[] {
  const at = (sorted: Float64Array, share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  const stockedAt = at(Float64Array.from(kept, (title) => title.created).sort(), STOCK) + STOCK_TAKES;
  const promise = at(Float64Array.from(kept, (title) => title.popularity).sort(), 1 - PROMISING);
  return kept.map((title) =>
    title.created > stockedAt && title.created > now - NEW_FOR && title.popularity < promise
      ? { ...title, popularity: promise }
      : title,
  );
}

/** Reads everything and writes every card once. Takes seconds at 100,000 titles: run it in a worker thread. */
export async function buildSnapshotData(
  repository: SnapshotRepository,
  apiOrigin: string,
): Promise<SnapshotData> {
  const [genres, providers, staffLists] = await Promise.all([
    repository.listGenres(),
    repository.listProviders(),
    repository.listStaffLists(),
  ]);
  const names: Names = {
    genre: new Map(genres.map(({ id, title }) => [id, title])),
    provider: new Map(
      providers.map(({ id, name, imageUrl, slug, featured }) => [
        id,
        { id, name, image: imageUrl ?? `${apiOrigin}${providerMarkPath({ slug, name })}`, featured },
      ]),
    ),
    apiOrigin,
  };

  const sink = new ByteSink();
  const read: Kept[] = [];
  for (let after = 0; ; ) {
    const rows = await repository.listTitles(after, BATCH);
    for (const row of rows) read.push(keep(row, sink, names));
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.id ?? after;
  }
  const kept = creditArrivals(read, Date.now() / 1_000);
  kept.sort((a, b) => b.popularity - a.popularity || a.id - b.id);

  const best = Math.max(...kept.slice(0, 1).map((title) => title.popularity), Number.MIN_VALUE);
  const indexOf = new Map(kept.map(({ id }, index) => [id, index]));
  const offerOffsets = toCsr(kept.map((title) => title.offerProviders)).offsets;
  const mark = (at: number) => Int32Array.from(kept, (title) => title.marks[at] ?? 0);
  const genreBits = bitsByKey(
    kept,
    genres.map(({ id }) => id),
    (title) => title.genres,
  );
  const providerBits = bitsByKey(
    kept,
    providers.map(({ id }) => id),
    (title) => title.offerProviders,
  );

  return {
    size: kept.length,
    ids: Int32Array.from(kept, (title) => title.id),
    byId: Int32Array.from(kept.keys()).sort((a, b) => (kept[a]?.id ?? 0) - (kept[b]?.id ?? 0)),
    titles: packTexts(kept.map((title) => title.title)),
    type: Uint8Array.from(kept, (title) => title.type),
    year: Int16Array.from(kept, (title) => title.year),
    popularity: Float32Array.from(kept, (title) => Math.max(0, title.popularity / best)),
    listed: bitsOf(kept, (title) => !title.delisted),
    available: bitsOf(kept, (title) => title.offerProviders.length > 0),
    movies: bitsOf(kept, (title) => title.type === 0),
    series: bitsOf(kept, (title) => title.type === 1),
    genres: toCsr(kept.map((title) => title.genres)),
    directors: toCsr(kept.map((title) => title.directors)),
    cast: toCsr(kept.map((title) => title.cast)),
    genreRows: genres.map(({ id, title }) => ({
      id,
      title,
      bits: genreBits.get(id) ?? createBits(kept.length),
    })),
    providers: providers.map(({ id }) => ({ id, bits: providerBits.get(id) ?? createBits(kept.length) })),
    staff: staffLists.map(({ id, name, mediumIds }) => ({
      id,
      name,
      items: Int32Array.from(mediumIds.flatMap((mediumId) => indexOf.get(mediumId) ?? [])),
    })),
    recent: recentFirst(kept),
    bytes: sink.bytes.slice(0, sink.length),
    headStart: mark(0),
    extraStart: mark(1),
    extraEnd: mark(2),
    offerOffsets,
    offerStart: Int32Array.from(kept.flatMap((title) => title.marks.slice(2, -1))),
    offerEnd: Int32Array.from(kept.flatMap((title) => title.marks.slice(3))),
    offerProvider: Int32Array.from(kept.flatMap((title) => title.offerProviders)),
  };
}
