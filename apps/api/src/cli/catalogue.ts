// pnpm catalogue import FILE · demo · seed: uses DATABASE_URL when set, otherwise the database under DATA_DIR, with
// or without a running stack.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureSeed, importCatalogue } from '#src/modules/catalogue/catalogue.ts';
import { writeDemoCatalogue } from '#src/modules/catalogue/demo-catalogue.ts';
import { openFeedFile } from '#src/modules/catalogue/feed-file.ts';
import { explain, withDatabase } from './tool.ts';

const USAGE = `Usage:
  pnpm catalogue import FILE [--source NAME] [--credit TEXT] [--checked-at YYYY-MM-DD] [--partial] [--force]
  pnpm catalogue seed        services, genres, tags, plans, the demo catalogue and the demo account
  pnpm catalogue demo        writes prisma/demo/catalogue.ndjson.gz from the public title lists
docs/catalogue-feed.md describes the format and the options.`;

/** A mistake in the arguments; only its message is printed. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const say = (line: string): void => console.warn(line);
const BAR_WIDTH = 28;

/** A progress bar on a terminal; elsewhere one line for every tenth. */
function createBar(): { draw(share: number, text: string): void; end(): void } {
  const { stderr } = process;
  let tenths = -1;
  return {
    draw(share, text) {
      const full = Math.round(share * BAR_WIDTH);
      const bar = `${'█'.repeat(full)}${'·'.repeat(BAR_WIDTH - full)} ${String(Math.round(share * 100)).padStart(3)} %  ${text}`;
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${bar}`);
      else if (Math.floor(share * 10) > tenths) {
        tenths = Math.floor(share * 10);
        say(bar);
      }
    },
    end() {
      if (stderr.isTTY) stderr.write('\n');
    },
  };
}

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

async function seed(): Promise<number> {
  const began = performance.now();
  const bar = createBar();
  const { titles, madeAccount } = await withDatabase({ say, migrates: true }, (prisma) =>
    ensureSeed(prisma, { progress: ({ share, label }) => bar.draw(share, label) }),
  );
  if (titles > 0) bar.end();
  say(
    `${titles > 0 ? `${number.format(titles)} titles written` : 'Nothing to write'}` +
      `${madeAccount ? ', demo account created' : ''} in ${seconds(began)}`,
  );
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
  if (command === 'seed' && args.length === 0) return seed();
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
