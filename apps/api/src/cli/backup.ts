// pnpm marquee backup: writes, checks or restores a backup file of the database that `withDatabase` opens. Restoring
// needs an empty database.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkBackup, createBackup, restoreBackup } from '#src/data/backup.ts';
import { BackupError, type BackupHeader } from '#src/data/backup-file.ts';
import { type Command, type Input, print, say, type Tool, ToolError } from './command.ts';
import { createBar } from './progress.ts';
import { withDatabase } from './tool.ts';

type Draw = (share: number, label: string) => void;

function report(what: string, { createdAt, rows, migrations }: BackupHeader): void {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  print(`${what}: ${total} rows of ${Object.keys(rows).length} tables, from ${createdAt}`);
  print(`Newest migration: ${migrations.at(-1) ?? 'none'}`);
}

/** Shows a progress bar during the work. Reports a damaged backup in one line. */
const withBar =
  (work: (path: string, draw: Draw, input: Input) => Promise<void>) =>
  async (input: Input): Promise<number> => {
    const bar = createBar();
    try {
      await work(resolve(input.args[0] ?? ''), bar.draw, input);
      return 0;
    } catch (error) {
      throw error instanceof BackupError ? new ToolError(error.message) : error;
    } finally {
      bar.end();
    }
  };

const create: Command = {
  args: 'FILE',
  help: 'write the database to FILE, which must not exist yet',
  takes: 1,
  run: withBar(async (path, draw) => {
    if (existsSync(path)) throw new ToolError(`${path}: exists already`);
    await withDatabase({ say, poolSize: 1 }, async (_prisma, url) =>
      report('Written', await createBackup(url, path, draw)),
    );
  }),
};

const check: Command = {
  args: 'FILE',
  help: 'read FILE to its end and count its rows',
  takes: 1,
  run: withBar(async (path, draw) => report('Complete', await checkBackup(path, draw))),
};

const restore: Command = {
  args: 'FILE',
  help: 'load FILE into a database without rows; --dry-run checks FILE only',
  writes: true,
  takes: 1,
  run: withBar(async (path, draw, { isDryRun }) => {
    if (isDryRun) return report('Would be restored', await checkBackup(path, draw));
    await withDatabase({ say, poolSize: 1, migrates: false }, async (_prisma, url) =>
      report('Restored', await restoreBackup(url, path, draw)),
    );
  }),
};

export const tool: Tool = {
  name: 'pnpm marquee backup',
  about: 'Writes the database to a file, checks a file, and restores it into an empty database.',
  commands: { create, check, restore },
};
