// pnpm catalogue import FILE · sync SOURCE · status · demo · seed. Uses DATABASE_URL when set, otherwise the
// database under DATA_DIR, whether `npm start` is running or not.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { COUNTRIES } from '@marquee/contracts/countries';
import { loadLocalEnv } from '#src/env.ts';
import { ensureSeed, importCatalogue } from '#src/modules/catalogue/catalogue.ts';
import { writeDemoCatalogue } from '#src/modules/catalogue/demo-catalogue.ts';
import { openFeedFile } from '#src/modules/catalogue/feed-file.ts';
import { configuredSources } from '#src/modules/catalogue/sources/configured.ts';
import { createStatusRepository } from '#src/modules/catalogue/status.repository.ts';
import { writeStatus } from '#src/modules/catalogue/status.ts';
import { syncCatalogue } from '#src/modules/catalogue/sync.service.ts';
import { createBar } from './progress.ts';
import { explain, withDatabase } from './tool.ts';

const USAGE = `Usage:
  pnpm catalogue import FILE [--source NAME] [--credit TEXT] [--checked-at YYYY-MM-DD] [--partial] [--force]
  pnpm catalogue sync SOURCE [--country US] [--since CURSOR|full] [--dry-run] [--force]
  pnpm catalogue status      titles, offers, sources, age of the data, reports of wrong offers
  pnpm catalogue seed [--no-demo]   services, genres, tags, plans, and the demo catalogue
  pnpm catalogue demo        writes prisma/demo/catalogue.ndjson.gz from the public title lists
docs/catalogue-feed.md describes the format of a file, docs/sources.md the sources (tmdb, streaming-availability).`;

/** Thrown when the arguments are wrong. Only the message is printed. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const say = (line: string): void => console.warn(line);
const number = new Intl.NumberFormat('en');
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function importFile(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      credit: { type: 'string' },
      'checked-at': { type: 'string' },
      partial: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError(USAGE);
  const checkedAt = values['checked-at'] === undefined ? undefined : new Date(values['checked-at']);
  if (checkedAt !== undefined && Number.isNaN(checkedAt.getTime())) {
    throw new UsageError('--checked-at: must be a date such as 2026-01-31');
  }
  const feed = await openFeedFile(resolve(file)).catch(() => {
    throw new UsageError(`${file}: file not found`);
  });
  const began = performance.now();
  const bar = createBar();
  const result = await withDatabase({ say, migrates: true }, (prisma) =>
    importCatalogue(prisma, feed.lines, {
      source: values.source ?? 'feed',
      credit: values.credit,
      checkedAt,
      partial: values.partial,
      force: values.force,
      progress: ({ lines, waiting }) =>
        bar.draw(
          feed.share(),
          waiting ? 'another import is running, waiting' : `${number.format(lines)} titles`,
        ),
    }),
  );
  bar.end();
  const { created, updated, unchanged, delisted, bad, badLines, delistingSkipped } = result;
  for (const { line, message } of badLines) say(`line ${line}: ${message}`);
  if (bad > badLines.length) say(`… and ${number.format(bad - badLines.length)} more`);
  if (delistingSkipped !== null) say(`${delistingSkipped} (--force delists them)`);
  say(
    `${number.format(created)} new, ${number.format(updated)} changed, ${number.format(unchanged)} unchanged, ` +
      `${number.format(delisted)} delisted, ${number.format(bad)} bad lines in ${seconds(began)}`,
  );
  return 0;
}

async function syncSource(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      country: { type: 'string', default: 'US' },
      since: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(USAGE);
  if (!COUNTRIES.includes(values.country)) throw new UsageError('--country: must be a code such as US');
  const source = configuredSources(loadLocalEnv()).find((known) => known.name === name);
  if (!source) throw new UsageError(`${name}: unknown source, or its key is not set (docs/sources.md)`);
  const began = performance.now();
  let phase = '';
  const result = await withDatabase({ say, migrates: true }, (prisma) =>
    syncCatalogue(prisma, source, {
      country: values.country,
      since: values.since,
      dryRun: values['dry-run'],
      force: values.force,
      progress: (state) => {
        const done = state.created + state.updated + state.unchanged + state.removed;
        const count = state.phase === 'applying' ? done : state.fetched;
        const line = `${state.phase}: ${number.format(count)} titles`;
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${line}`);
        else if (state.phase !== phase || count % 10_000 < 20) say(line);
        phase = state.phase;
      },
    }),
  );
  if (process.stderr.isTTY) process.stderr.write('\n');
  const { created, updated, unchanged, removed, refused, isFull, failure } = result;
  say(
    `${isFull ? 'Full run' : 'Changes'}: ${number.format(created)} new, ${number.format(updated)} changed, ` +
      `${number.format(unchanged)} unchanged, ${number.format(removed)} removed, ${number.format(refused)} refused ` +
      `in ${seconds(began)}${values['dry-run'] ? ' (dry run, nothing was written)' : ''}`,
  );
  if (failure === null) return 0;
  say(`The source could not be read: ${failure}. The catalogue is unchanged.`);
  return 1;
}

async function status(): Promise<number> {
  const text = await withDatabase({ say }, async (prisma) =>
    writeStatus(await createStatusRepository(prisma).read(), new Date()),
  );
  process.stdout.write(text);
  return 0;
}

async function seed(demo: boolean): Promise<number> {
  const began = performance.now();
  const bar = createBar();
  const { titles } = await withDatabase({ say, migrates: true }, (prisma) =>
    ensureSeed(prisma, { demo, progress: ({ share, label }) => bar.draw(share, label) }),
  );
  if (titles > 0) bar.end();
  say(`${titles > 0 ? `${number.format(titles)} titles written` : 'Nothing to write'} in ${seconds(began)}`);
  return 0;
}

async function demo(): Promise<number> {
  const written = await writeDemoCatalogue();
  if (written === null) {
    say('../shared/data/catalogue/titles.ndjson.gz not found: the demo catalogue stays as it is');
    return 0;
  }
  say(
    `Wrote ${number.format(written.titles)} titles (${number.format(Math.round(written.bytes / 1024))} kB)`,
  );
  return 0;
}

async function main([command, ...args]: string[]): Promise<number> {
  if (command === 'import') return importFile(args);
  if (command === 'sync') return syncSource(args);
  if (command === 'status' && args.length === 0) return status();
  if (command === 'seed' && args.every((arg) => arg === '--no-demo')) return seed(args.length === 0);
  if (command === 'demo' && args.length === 0) return demo();
  throw new UsageError(USAGE);
}

const isBadOption = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError || isBadOption(error);
  say(isUsage ? error.message : explain(error));
  process.exitCode = isUsage ? 2 : 1;
}
