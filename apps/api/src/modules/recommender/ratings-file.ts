import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The ratings of a public data set as columns. Ratings are 0 to 10, and titles have the ids of the file. */
export interface FileRatings {
  users: Int32Array;
  /** Index into `titles`. */
  title: Int32Array;
  ratings: Float32Array;
  /** Title ids of the file. */
  titles: string[];
  format: FileFormat;
}

export type FileFormat = 'movielens' | 'movietweetings';

/** Facts about a title in a public data set. */
export interface FileTitle {
  imdb?: string;
  name?: string;
  year?: number;
}

/** Thrown when the ratings file cannot be used. The message is written for the operator. */
export class RatingsFileError extends Error {}

/**
 * Reads `userId,movieId,rating[,timestamp]` with a header, or `user::imdb::rating::timestamp` without a header. Keeps
 * all rows when a user rated a title several times; training uses the last row.
 */
export async function readRatingsFile(path: string): Promise<FileRatings> {
  const rows: number[][] = [];
  const indexOf = new Map<string, number>();
  let format: FileFormat | null = null;
  let columns = [0, 1, 2];
  let number = 0;
  for await (const line of linesOf(path)) {
    number++;
    if (line === '') continue;
    if (format === null) {
      format = line.includes('::') ? 'movietweetings' : 'movielens';
      if (format === 'movielens') {
        const header = line.split(',').map((name) => name.trim());
        columns = ['userId', 'movieId', 'rating'].map((name) => header.indexOf(name));
        if (columns.includes(-1)) {
          throw new RatingsFileError(
            `${path}: the first line must name userId,movieId,rating, or lines be user::imdb::rating::timestamp`,
          );
        }
        continue;
      }
    }
    const fields = line.split(format === 'movielens' ? ',' : '::');
    const [user = '', title = '', value = ''] = columns.map((at) => fields[at] ?? '');
    const rating = Number(value);
    if (!/^\d{1,9}$/.test(user) || title === '' || value === '' || !(rating >= 0 && rating <= 10)) {
      throw new RatingsFileError(`${path}: line ${number} is not a rating: "${line.slice(0, 80)}"`);
    }
    const at = indexOf.get(title) ?? indexOf.size;
    indexOf.set(title, at);
    rows.push([Number(user), at, rating]);
  }
  if (format === null || rows.length === 0) throw new RatingsFileError(`${path}: the file has no ratings`);
  // When no rating is above 5, the file uses five stars. Double its ratings, because ratings are 0 to 10
  // everywhere else.
  const scale = rows.some(([, , rating = 0]) => rating > 5) ? 1 : 2;
  return {
    users: Int32Array.from(rows, ([user = 0]) => user),
    title: Int32Array.from(rows, ([, title = 0]) => title),
    ratings: Float32Array.from(rows, ([, , rating = 0]) => scale * rating),
    titles: [...indexOf.keys()],
    format,
  };
}

/** Reads `movieId,imdbId,…` with a header. */
export async function readLinks(path: string, into: Map<string, FileTitle>): Promise<void> {
  for await (const line of linesOf(path)) {
    const [id = '', imdb = ''] = line.split(',');
    if (/^\d+$/.test(id) && /^\d+$/.test(imdb)) into.set(id, { ...into.get(id), imdb });
  }
}

/** Reads `movieId,title,genres` or `id::title::genres`. The year is in brackets at the end of the title. */
export async function readTitles(path: string, into: Map<string, FileTitle>): Promise<void> {
  for await (const line of linesOf(path)) {
    const [, id = '', rest = ''] = /^(\d+)(?:::|,)(.*)$/.exec(line) ?? [];
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)?.[1]?.replaceAll('""', '"');
    const title = quoted ?? rest.split(/::|,/)[0] ?? '';
    const [, name = '', year = ''] = /^(.*?)\s*\((\d{4})\)\s*$/.exec(title) ?? [];
    if (id !== '' && name !== '') into.set(id, { ...into.get(id), name, year: Number(year) });
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      yield line;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new RatingsFileError(`${path} cannot be read: ${String(error.code)}`);
    }
    throw error;
  }
}

/** The fields of a catalogue title that `joinRatings` compares. */
export interface CatalogueTitle {
  id: number;
  externalId: string;
  title: string;
  releaseYear: number | null;
}

export interface JoinedRatings {
  users: Int32Array;
  /** Title ids of the catalogue. */
  media: Int32Array;
  ratings: Float32Array;
  /** Number of titles in the file that the catalogue contains. */
  matchedTitles: number;
}

/**
 * Finds the titles of the file in the catalogue by IMDb id, or else by title and year. Leaves out ratings of titles
 * that are not found.
 */
export function joinRatings(
  file: FileRatings,
  known: ReadonlyMap<string, FileTitle>,
  catalogue: readonly CatalogueTitle[],
): JoinedRatings {
  const byImdb = new Map(catalogue.map((title) => [title.externalId, title.id]));
  const byName = new Map(catalogue.map((title) => [nameKey(title.title, title.releaseYear ?? 0), title.id]));
  const mediumOf = file.titles.map((id) => {
    const title = known.get(id);
    const imdb = file.format === 'movietweetings' ? id : title?.imdb;
    const found = imdb === undefined ? undefined : byImdb.get(`tt${imdb.padStart(7, '0')}`);
    if (found !== undefined || title?.name === undefined) return found;
    return byName.get(nameKey(title.name, title.year ?? 0));
  });
  const rows = Int32Array.from(file.users.keys()).filter(
    (row) => mediumOf[file.title[row] ?? 0] !== undefined,
  );
  return {
    users: Int32Array.from(rows, (row) => file.users[row] ?? 0),
    media: Int32Array.from(rows, (row) => mediumOf[file.title[row] ?? 0] ?? 0),
    ratings: Float32Array.from(rows, (row) => file.ratings[row] ?? 0),
    matchedTitles: mediumOf.filter((id) => id !== undefined).length,
  };
}

/**
 * Returns a key of name and year, in lower case letters and digits. An article at the end ("Matrix, The") moves to the
 * front.
 */
function nameKey(title: string, year: number): string {
  const turned = title.replace(/^(.*), (The|A|An)$/i, '$2 $1');
  const plain = turned
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
  return `${plain} ${year}`;
}
