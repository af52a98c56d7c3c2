// pnpm jobs: shows the outbox and its dead letters, and replays them. Uses DATABASE_URL when set, otherwise the
// database under DATA_DIR, with or without a running stack.

import { createOutboxWorkRepository, type OutboxWorkRepository } from '#src/jobs/outbox-work.repository.ts';
import { explain, withDatabase } from './tool.ts';

const USAGE = `Usage:
  pnpm jobs                    number of rows per kind and state
  pnpm jobs list               rows that are waiting or handed on
  pnpm jobs dead               dead letters with their last error
  pnpm jobs replay ID…|all     reset dead letters to waiting, with all attempts`;
const ROWS_MAX = 200;

const say = (line: string): void => console.warn(line);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Cell = string | number | Date | null;

/** Prints aligned columns; a date as ISO to the second. */
function printTable(head: string[], rows: Cell[][]): void {
  const texts = rows.map((row) =>
    row.map((cell) => (cell instanceof Date ? `${cell.toISOString().slice(0, 19)}Z` : String(cell ?? '–'))),
  );
  const widths = head.map((title, at) => Math.max(title.length, ...texts.map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...texts])
    print(
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

async function printCounts(outbox: OutboxWorkRepository): Promise<number> {
  const rows = await outbox.counts();
  if (rows.length === 0) print('The outbox is empty');
  else
    printTable(
      ['kind', 'state', 'count'],
      rows.map((row) => [row.kind, row.state, row.count]),
    );
  return 0;
}

async function printOpen(outbox: OutboxWorkRepository): Promise<number> {
  const rows = await outbox.listOpen(ROWS_MAX);
  if (rows.length === 0) print('No row is waiting or handed on');
  else
    printTable(
      ['id', 'kind', 'due', 'handed on', 'attempts', 'last error'],
      rows.map((row) => [row.id, row.kind, row.availableAt, row.handedAt, row.attempts, row.lastError]),
    );
  return 0;
}

async function printDead(outbox: OutboxWorkRepository): Promise<number> {
  const rows = await outbox.listDead(ROWS_MAX);
  if (rows.length === 0) print('No dead letters');
  else
    printTable(
      ['id', 'kind', 'created', 'dead since', 'attempts', 'last error'],
      rows.map((row) => [row.id, row.kind, row.createdAt, row.deadAt, row.attempts, row.lastError]),
    );
  return 0;
}

async function replay(outbox: OutboxWorkRepository, given: string[]): Promise<number> {
  const all = given.length === 1 && given[0] === 'all';
  if (!all && (given.length === 0 || given.some((id) => !/^[1-9]\d{0,9}$/.test(id)))) {
    say(USAGE);
    return 2;
  }
  const replayed = await outbox.replay(all ? null : given.map(Number));
  print(`${replayed} of ${all ? 'all' : given.length} dead letters reset to waiting`);
  return all || replayed === given.length ? 0 : 1;
}

async function run(outbox: OutboxWorkRepository, [command, ...args]: string[]): Promise<number> {
  if (command === 'replay') return replay(outbox, args);
  if (args.length === 0) {
    if (command === undefined || command === 'counts') return printCounts(outbox);
    if (command === 'list') return printOpen(outbox);
    if (command === 'dead') return printDead(outbox);
  }
  say(USAGE);
  return 2;
}

try {
  process.exitCode = await withDatabase({ say, poolSize: 1 }, (prisma) =>
    run(createOutboxWorkRepository(prisma), process.argv.slice(2)),
  );
} catch (error) {
  say(explain(error));
  process.exitCode = 1;
}
