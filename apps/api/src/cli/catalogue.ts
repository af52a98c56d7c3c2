import { resolve } from 'node:path';
import { COUNTRIES } from '@marquee/contracts/countries';
import { loadLocalEnv } from '#src/env.ts';
import {
  enrichCatalogue,
  ensureSeed,
  importAwards,
  importCatalogue,
} from '#src/modules/catalogue/catalogue.ts';
import { openFeedFile } from '#src/modules/catalogue/feed/feed-file.ts';
import type { ImportResult } from '#src/modules/catalogue/feed/import.service.ts';
import { configuredSources } from '#src/modules/catalogue/sources/configured.ts';
import { syncCatalogue } from '#src/modules/catalogue/sources/sync.service.ts';
import { createStatusRepository } from '#src/modules/catalogue/status.repository.ts';
import { writeStatus } from '#src/modules/catalogue/status.ts';
import { type Input, print, say, type Tool, UsageError } from './command.ts';
import { createBar } from './progress.ts';
import { withDatabase } from './tool.ts';

const number = new Intl.NumberFormat('en');
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const openFile = (file: string) =>
  openFeedFile(resolve(file)).catch(() => {
    throw new UsageError(`${file}: file not found`);
  });

function sayBadLines({ bad, badLines }: Pick<ImportResult, 'bad' | 'badLines'>): void {
  for (const { line, message } of badLines) say(`line ${line}: ${message}`);
  if (bad > badLines.length) say(`… and ${number.format(bad - badLines.length)} more`);
}

async function enrich({ args: [file = ''] }: Input): Promise<number> {
  const names = await openFile(file);
  const began = performance.now();
  const bar = createBar();
  const result = await withDatabase({ say, migrates: true }, (prisma) =>
    enrichCatalogue(prisma, names.lines, (read) => bar.draw(names.share(), `${number.format(read)} names`)),
  );
  bar.end();
  sayBadLines(result);
  const { changed, unchanged, unknown, bad } = result;
  say(
    `${number.format(changed)} names written, ${number.format(unchanged)} unchanged, ` +
      `${number.format(unknown)} of titles that the catalogue does not have, ${number.format(bad)} bad lines ` +
      `in ${seconds(began)}`,
  );
  return 0;
}

async function importFile({ args: [file = ''], values, flags }: Input): Promise<number> {
  const given = values.get('checked-at');
  const checkedAt = given === undefined ? undefined : new Date(given);
  if (checkedAt !== undefined && Number.isNaN(checkedAt.getTime())) {
    throw new UsageError('--checked-at: must be a date such as 2026-01-31');
  }
  const feed = await openFile(file);
  const began = performance.now();
  const bar = createBar();
  const result = await withDatabase({ say, migrates: true }, (prisma) =>
    importCatalogue(prisma, feed.lines, {
      source: values.get('source') ?? 'feed',
      credit: values.get('credit'),
      checkedAt,
      partial: flags.has('partial'),
      force: flags.has('force'),
      progress: ({ lines, waiting }) =>
        bar.draw(
          feed.share(),
          waiting ? 'another import is running, waiting' : `${number.format(lines)} titles`,
        ),
    }),
  );
  bar.end();
  const { created, updated, unchanged, delisted, bad, delistingSkipped, unknownLovedWith } = result;
  sayBadLines(result);
  if (delistingSkipped !== null) say(delistingSkipped);
  if (unknownLovedWith > 0) say(`${number.format(unknownLovedWith)} names in loved_with mean no title`);
  say(
    `${number.format(created)} new, ${number.format(updated)} changed, ${number.format(unchanged)} unchanged, ` +
      `${number.format(delisted)} delisted, ${number.format(bad)} bad lines in ${seconds(began)}`,
  );
  return 0;
}

async function syncSource({ args: [name = ''], values, flags, isDryRun }: Input): Promise<number> {
  const country = values.get('country') ?? 'US';
  if (!COUNTRIES.includes(country)) throw new UsageError('--country: must be a code such as US');
  const source = configuredSources(loadLocalEnv()).find((known) => known.name === name);
  if (!source) throw new UsageError(`${name}: unknown source, or its key is not set (docs/sources.md)`);
  const began = performance.now();
  let phase = '';
  const result = await withDatabase({ say, migrates: true }, (prisma) =>
    syncCatalogue(prisma, source, {
      country,
      since: values.get('since'),
      dryRun: isDryRun,
      force: flags.has('force'),
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
      `in ${seconds(began)}${isDryRun ? ' (dry run, nothing was written)' : ''}`,
  );
  if (failure === null) return 0;
  say(`The source could not be read: ${failure}. The catalogue is unchanged.`);
  return 1;
}

async function awards({ args: [file = ''] }: Input): Promise<number> {
  const began = performance.now();
  const { lines } = await openFile(file);
  const { changed, badLines } = await withDatabase({ say, migrates: true }, (prisma) =>
    importAwards(prisma, lines),
  );
  for (const line of badLines) say(`line ${line}: is not an award`);
  say(`Awards of ${number.format(changed)} titles changed in ${seconds(began)}`);
  return badLines.length > 0 ? 1 : 0;
}

async function status(): Promise<number> {
  const text = await withDatabase({ say }, async (prisma) =>
    writeStatus(await createStatusRepository(prisma).read(), new Date()),
  );
  print(text.trimEnd());
  return 0;
}

async function seed({ flags }: Input): Promise<number> {
  const began = performance.now();
  const bar = createBar();
  const { titles } = await withDatabase({ say, migrates: true }, (prisma) =>
    ensureSeed(prisma, {
      demo: !flags.has('no-demo'),
      progress: ({ share, label }) => bar.draw(share, label),
    }),
  );
  if (titles > 0) bar.end();
  say(`${titles > 0 ? `${number.format(titles)} titles written` : 'Nothing to write'} in ${seconds(began)}`);
  return 0;
}

export const tool: Tool = {
  name: 'pnpm marquee catalogue',
  about: 'Imports feeds, synchronizes sources and shows the state of the catalogue.',
  commands: {
    import: {
      args: 'FILE',
      help: 'import a feed (docs/catalogue-feed.md)',
      takes: 1,
      options: {
        source: { value: 'NAME', help: 'the name of the feed (default feed)' },
        credit: { value: 'TEXT', help: 'the credit that screens show for the data' },
        'checked-at': { value: 'YYYY-MM-DD', help: 'when the offers were checked' },
        partial: { help: 'the feed has only a part of the catalogue: delist nothing' },
        force: { help: 'delist titles even when they are many' },
      },
      run: importFile,
    },
    enrich: {
      args: 'FILE',
      help: 'add names in other languages from CSV or NDJSON: imdb_id, language, title (docs/sources.md)',
      takes: 1,
      run: enrich,
    },
    awards: {
      args: 'FILE',
      help: 'replace the awards of all titles from a table with tabs (docs/sources.md)',
      takes: 1,
      run: awards,
    },
    sync: {
      args: 'SOURCE',
      help: 'fetch the titles and offers of tmdb or streaming-availability, or the episodes of tvmaze (docs/sources.md)',
      takes: 1,
      writes: true,
      options: {
        country: { value: 'US', help: 'the country whose offers are fetched (default US)' },
        since: { value: 'CURSOR|full', help: 'fetch changes since this cursor, or everything' },
        force: { help: 'remove titles and offers even when they are many' },
      },
      run: syncSource,
    },
    status: { help: 'titles, offers, sources, age of the data, reports of wrong offers', run: status },
    seed: {
      help: 'write providers, genres, tags, plans, and the demo catalogue',
      options: { 'no-demo': { help: 'without the demo catalogue' } },
      run: seed,
    },
  },
};
