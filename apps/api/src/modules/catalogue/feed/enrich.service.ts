import { Readable } from 'node:stream';
import type { PrismaClient } from '@marquee/prisma';
import { z } from 'zod';
import { toLanguage } from '#src/core/languages.ts';
import { createCatalogueRepository } from '#src/modules/catalogue/catalogue.repository.ts';
import { TitleName } from './feed.ts';

/** Adds names in other languages from a file, CSV with a header or NDJSON: `imdb_id`, `language`, `title`. */

const BATCH = 1_000;
const BAD_LINES_KEPT = 100;
const BATCH_TIMEOUT_MS = 60_000;

const Name = z.object({
  imdb_id: z.string().regex(/^tt\d{5,12}$/),
  language: z.string().transform((code, context) => {
    const language = toLanguage(code.trim());
    if (language !== null) return language;
    context.issues.push({ code: 'custom', message: 'is not a language', input: code });
    return z.NEVER;
  }),
  title: TitleName,
});
type Name = z.infer<typeof Name>;

export interface EnrichResult {
  /** Number of new and changed names. */
  changed: number;
  /** Number of names that the catalogue already had, or has from a feed or source. */
  unchanged: number;
  /** Number of names whose title is not in the catalogue. */
  unknown: number;
  bad: number;
  /** The first hundred invalid lines. */
  badLines: { line: number; message: string }[];
}

async function* readCsv(lines: AsyncIterable<string>): AsyncGenerator<[line: number, value: unknown]> {
  const { parse } = await import('csv-parse');
  const text = Readable.from(
    (async function* () {
      for await (const line of lines) yield `${line}\n`;
    })(),
  );
  const parser = parse({
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of text.pipe(parser)) yield [info.lines, record];
  } finally {
    text.destroy();
  }
}

async function* readNdjson(lines: AsyncIterable<string>): AsyncGenerator<[line: number, value: unknown]> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    try {
      yield [number, JSON.parse(line)];
    } catch {
      yield [number, null];
    }
  }
}

/** Reads a file of either format. A line of NDJSON begins with a brace. */
async function* readNames(lines: AsyncIterable<string>): AsyncGenerator<[line: number, value: unknown]> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const all = (async function* () {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
  yield* first.value.trimStart().startsWith('{') ? readNdjson(all) : readCsv(all);
}

function describe({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue ? [...issue.path.map(String), issue.message].join(': ') : 'is not a name';
}

/**
 * Adds the names of a file to the titles with their IMDb ids (docs/sources.md#names). A name of a feed or source stays.
 * Running it again changes nothing.
 */
export async function enrichCatalogue(
  prisma: PrismaClient,
  lines: AsyncIterable<string>,
  progress: (names: number) => void = () => undefined,
): Promise<EnrichResult> {
  const result: EnrichResult = { changed: 0, unchanged: 0, unknown: 0, bad: 0, badLines: [] };
  let batch = new Map<string, Name>();
  let read = 0;

  async function write(): Promise<void> {
    const names = [...batch.values()];
    batch = new Map();
    if (names.length === 0) return;
    const { changed, unknown } = await prisma.$transaction(
      async (tx) => {
        const repository = createCatalogueRepository(tx);
        const written = await repository.enrichNames(names);
        // Titles of members may be found by their new names.
        if (written.changed > 0) await repository.queueMatching();
        return written;
      },
      { maxWait: BATCH_TIMEOUT_MS, timeout: BATCH_TIMEOUT_MS },
    );
    const missing = new Set(unknown);
    const lost = names.filter(({ imdb_id }) => missing.has(imdb_id)).length;
    result.changed += changed;
    result.unknown += lost;
    result.unchanged += Math.max(0, names.length - lost - changed);
    progress(read);
  }

  for await (const [line, value] of readNames(lines)) {
    read += 1;
    const name = Name.safeParse(value);
    if (!name.success) {
      result.bad += 1;
      if (result.badLines.length < BAD_LINES_KEPT)
        result.badLines.push({ line, message: describe(name.error) });
      continue;
    }
    // The last of several names counts.
    batch.set(`${name.data.imdb_id} ${name.data.language}`, name.data);
    if (batch.size >= BATCH) await write();
  }
  await write();
  return result;
}
