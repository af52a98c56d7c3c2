import { strToU8, zipSync } from 'fflate';
import type supertest from 'supertest';

/** Uploads a file as an import of the agent's user. */
export const upload = (
  agent: Pick<ReturnType<typeof supertest>, 'post'>,
  /** Undefined for an upload that names no service. */
  source: string | undefined,
  file: string | Uint8Array,
  fileName = '',
): supertest.Test =>
  agent
    .post('/api/v1/user/imports')
    .query({ ...(source && { source }), ...(fileName && { file_name: fileName }) })
    .set('content-type', 'application/octet-stream')
    .send(Buffer.from(file));

/** Returns a ZIP archive with these texts by file name. */
export const zipTexts = (texts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])));

/** Returns a ZIP archive with one file of this text. */
export const zipText = (name: string, text: string): Uint8Array => zipTexts({ [name]: text });

/**
 * Returns an export of MovieLens that fills the memory of its reader, which keeps the names of all movies: a letter that is
 * not Latin makes each name take two bytes a letter.
 */
export const movieNames = (count: number, letters: number): Uint8Array =>
  zipText(
    'movies.csv',
    `movieId,title,genres\n${Array.from({ length: count }, (_, at) => `${at},ж${at.toString(36).padStart(letters, 'x')},\n`).join('')}`,
  );
