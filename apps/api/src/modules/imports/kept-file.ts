// The uploaded file is kept until its import is confirmed, so that it can be read again in another way. PostgreSQL compresses
// the parts of a table; those of a ZIP are compressed already.
import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import type { ImportRow, ImportsRepository } from './imports.repository.ts';

const PART_BYTES = 2 ** 20;

type Ref = Pick<ImportRow, 'userId' | 'id'>;

/** Stores the file in parts of 1 MB. */
export async function keepFile(
  imports: Pick<ImportsRepository, 'addPart'>,
  { userId, id }: Ref,
  path: string,
): Promise<void> {
  let part = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: PART_BYTES }))
    await imports.addPart(userId, id, part++, new Uint8Array(chunk));
}

/** Writes the kept file to disk. Returns its size. */
export async function writeKeptFile(
  imports: Pick<ImportsRepository, 'findPart'>,
  { userId, id }: Ref,
  path: string,
): Promise<number> {
  let written = 0;
  for (let part = 0; ; part++) {
    const bytes = await imports.findPart(userId, id, part);
    if (bytes === null) return written;
    await appendFile(path, bytes, { mode: 0o600 });
    written += bytes.length;
  }
}

export const dropKeptFile = (
  imports: Pick<ImportsRepository, 'deleteParts'>,
  { userId, id }: Ref,
): Promise<void> => imports.deleteParts(userId, id);
