// The format of a backup file: SQL that psql can also run, compressed with gzip. Each row is one line,
// because COPY's text format escapes line ends.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

export const LAST_LINE = '-- end of the backup';
/** The line that ends the rows of a table. */
const TABLE_END = '\\.';
const NEWLINE = 0x0a;

/** Thrown when a backup cannot be read or used. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const Header = z.object({
  format: z.literal('marquee-backup-1'),
  createdAt: z.iso.datetime(),
  /** The migrations of the database, oldest first. */
  migrations: z.array(z.string()),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.int()),
});
export type BackupHeader = z.infer<typeof Header>;

export const formatHeader = (header: BackupHeader): string => `-- ${JSON.stringify(header)}\n`;

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = chunk.subarray(from, at + 1);
      yield rest.length > 0 ? Buffer.concat([...rest, line]) : line;
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

export interface BackupReader {
  header: BackupHeader;
  /** Returns the statements in order. Read all rows of a COPY before the next statement. */
  statements(): AsyncGenerator<{ sql: string; rows: () => AsyncGenerator<Buffer> }>;
  /** Returns the share of the file that was read, 0 to 1. */
  share(): number;
  close(): void;
}

/**
 * @throws BackupError when the file is not a backup. `statements` throws BackupError when the file is cut
 * off.
 */
export async function openBackup(path: string): Promise<BackupReader> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new BackupError(`${path}: file not found`, { cause });
  });
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  const lines = linesOf(file.pipe(unpacked));

  async function readLine(): Promise<string | null> {
    try {
      const { value, done } = await lines.next();
      return done ? null : value.toString('utf8').trimEnd();
    } catch (cause) {
      throw new BackupError(`${path}: the backup is damaged or cut off`, { cause });
    }
  }

  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await lines.next().catch((cause: unknown) => {
        throw new BackupError(`${path}: the backup is damaged or cut off`, { cause });
      });
      if (next.done) throw new BackupError(`${path}: the backup is cut off`);
      if (next.value.length === 3 && next.value.toString().trimEnd() === TABLE_END) return;
      yield next.value;
    }
  }

  async function* statements() {
    for (let sql = await readLine(); sql !== LAST_LINE; sql = await readLine()) {
      if (sql === null) throw new BackupError(`${path}: the backup is cut off`);
      if (sql !== '' && !sql.startsWith('--')) yield { sql, rows };
    }
  }

  const first = (await readLine()) ?? '';
  const header = Header.safeParse(first.startsWith('-- {') ? JSON.parse(first.slice(3)) : null);
  if (!header.success) {
    file.destroy();
    throw new BackupError(`${path}: not a backup of Marquee`);
  }
  return {
    header: header.data,
    statements,
    share: () => (size === 0 ? 1 : file.bytesRead / size),
    close: () => {
      file.destroy();
      unpacked.destroy();
    },
  };
}
