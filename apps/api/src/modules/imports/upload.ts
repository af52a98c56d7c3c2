import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMPORT_FILE_BYTES } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';

const TOO_LARGE = 'This file is too large. The limit is 50 MB.';
const TOO_SLOW =
  'This upload is too slow, and others wait for its place. Please try again on a faster connection.';
const RETRY_AFTER_S = 10;

/** An upload is cut when fewer than 64 kB a second arrive of it in ten seconds. */
export const PACE = { windowMs: 10_000, bytes: 10 * 64 * 1_024 };

const FOLDER = 'marquee-import-';
/** No upload and no reading takes as long. */
const LEFT_OVER_MS = 60 * 60_000;

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Deletes the files of processes that were killed, because they hold the history of a user. */
async function deleteLeftOvers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    // Another upload may delete the folder meanwhile. A folder of another system user is none of ours, and cannot be
    // deleted.
    const made = await stat(folder).catch(() => null);
    if (made?.uid !== process.getuid?.() || !made || Date.now() - made.mtimeMs <= LEFT_OVER_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs work with the path of a temporary file, which is deleted afterwards. */
export async function withTemporaryFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  await deleteLeftOvers();
  const folder = await mkdtemp(join(tmpdir(), FOLDER));
  try {
    return await work(join(folder, 'upload'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Streams a request body to disk.
 * @throws AppError too_large over 50 MB, too_many_requests for a body that is too slow, bad_request for an empty or
 * incomplete body, unavailable when the disk is full.
 */
export async function receive(
  body: Readable,
  path: string,
  pace = PACE,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let bytesBefore = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > IMPORT_FILE_BYTES) return done(new AppError('too_large', { message: TOO_LARGE }));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const clock = setInterval(() => {
    if (bytes - bytesBefore < pace.bytes)
      count.destroy(new AppError('too_many_requests', { message: TOO_SLOW, retryAfter: RETRY_AFTER_S }));
    bytesBefore = bytes;
  }, pace.windowMs);
  try {
    await pipeline(body, count, createWriteStream(path, { mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (isDiskFull(cause)) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
    throw new AppError('bad_request', { message: 'The file did not arrive whole. Please try again.', cause });
  } finally {
    clearInterval(clock);
  }
  if (bytes === 0) throw new AppError('bad_request', { message: 'This file is empty.' });
  return { bytes, sha256: hash.digest('hex') };
}
