import { createHash } from 'node:crypto';
import type { PrismaClient } from '@marquee/prisma';
import type { Batch, Lookups, PendingTitle } from '#src/modules/catalogue/batch-writer.ts';
import { loadLookups, prepareBatch, writeBatch } from '#src/modules/catalogue/batch-writer.ts';
import type { CatalogueRepository } from '#src/modules/catalogue/catalogue.repository.ts';
import { createCatalogueRepository } from '#src/modules/catalogue/catalogue.repository.ts';
import { lockImport } from '#src/modules/catalogue/locks.ts';
import { SOURCE_NAMES } from '#src/modules/catalogue/sources/source.ts';
import { titleIdentity } from '#src/modules/catalogue/title-records.ts';
import { isTheme } from '#src/titles/themes/vocabulary.ts';
import { type FeedLine, parseFeedLine } from './feed.ts';
import { FeedInventory, type StoredTitle } from './feed-inventory.ts';

export interface ImportProgress {
  /** Number of lines read so far. */
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  bad: number;
  /** True while another import holds the lock. */
  waiting: boolean;
}

export interface ImportOptions {
  /** The source of the feed. A header line and the `source` of a title take precedence. */
  source: string;
  /** The source that is credited for offers. The default is `source`. */
  credit?: string | undefined;
  /** When the source last checked its offers; default: today. */
  checkedAt?: Date | undefined;
  /** True when the feed contains only part of the source's titles. Missing titles then stay listed. */
  partial?: boolean | undefined;
  /** Delists missing titles even when most titles of the source are missing. */
  force?: boolean | undefined;
  progress?: ((state: ImportProgress) => void) | undefined;
}

export interface BadLine {
  line: number;
  message: string;
}

export interface ImportResult extends Omit<ImportProgress, 'waiting'> {
  /** Number of titles that were delisted because the feed does not contain them. */
  delisted: number;
  /** Reason why missing titles stay listed; null when they were delisted. */
  delistingSkipped: string | null;
  /** Number of names in `loved_with` that no title has as its key or as its id of IMDb. */
  unknownLovedWith: number;
  /** The first hundred invalid lines. */
  badLines: BadLine[];
}

/** Increase this number when the writer stores the same line differently. The next import then writes every title. */
const WRITER_VERSION = 7;
/** Offers from a source on the network are newer than offers from a file, and take precedence. */
const FILE_RULES = { country: null, outrankedBy: SOURCE_NAMES };
const BATCH = 500;
const BAD_LINES_KEPT = 100;
const BATCH_TIMEOUT_MS = 60_000;
const MASS_DELISTING = { share: 0.5, atLeast: 100 };

/** The state of one import. */
interface Run {
  prisma: PrismaClient;
  options: ImportOptions;
  repository: CatalogueRepository;
  lookups: Lookups;
  inventory: FeedInventory;
  defaults: { source: string; credit: string | undefined; checkedAt: Date };
  result: ImportResult;
  /** Titles of this file with their line numbers. */
  seen: Map<string, number>;
  unchangedIds: number[];
  /** What the written lines name in `loved_with`. The titles of a name may follow later in the file. */
  lovedWith: { source: string; key: string }[];
  /** Number of invalid lines without a readable key. */
  unreadable: number;
}

async function createRun(prisma: PrismaClient, options: ImportOptions): Promise<Run> {
  const repository = createCatalogueRepository(prisma);
  const today = new Date(new Date().toISOString().slice(0, 10));
  return {
    prisma,
    options,
    repository,
    lookups: await loadLookups(repository),
    inventory: new FeedInventory(repository),
    defaults: { source: options.source, credit: options.credit, checkedAt: options.checkedAt ?? today },
    result: {
      lines: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      bad: 0,
      delisted: 0,
      delistingSkipped: null,
      unknownLovedWith: 0,
      badLines: [],
    },
    seen: new Map(),
    unchangedIds: [],
    lovedWith: [],
    unreadable: 0,
  };
}

const report = ({ options, result }: Run): void => options.progress?.({ ...result, waiting: false });

function refuse({ result }: Run, message: string): void {
  result.bad += 1;
  if (result.badLines.length < BAD_LINES_KEPT) result.badLines.push({ line: result.lines, message });
}

async function writeTitles(run: Run, batch: Batch): Promise<void> {
  const { prisma, lookups, result } = run;
  await prisma.$transaction((tx) => writeBatch(createCatalogueRepository(tx), lookups, batch, FILE_RULES), {
    maxWait: BATCH_TIMEOUT_MS,
    timeout: BATCH_TIMEOUT_MS,
  });
  const updated = batch.titles.filter(({ pending }) => pending.isStored).length;
  result.updated += updated;
  result.created += batch.titles.length - updated;
  report(run);
}

/** Writes one batch while the next batch is read and prepared. */
class BatchQueue {
  readonly #run: Run;
  #batch: PendingTitle[] = [];
  /** The write in progress. If it fails, the error is thrown before the next batch begins. */
  #writing: Promise<void> = Promise.resolve();

  constructor(run: Run) {
    this.#run = run;
  }

  async add(title: PendingTitle): Promise<void> {
    this.#batch.push(title);
    if (this.#batch.length === BATCH) await this.#flush();
  }

  /** Writes the last titles and waits for all writes. */
  async end(): Promise<void> {
    if (this.#batch.length > 0) await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    const titles = this.#batch;
    this.#batch = [];
    const batch = await prepareBatch(this.#run.repository, this.#run.lookups, titles);
    await this.#writing;
    this.#writing = writeTitles(this.#run, batch);
    // The next `await` throws the error of a failed write. This handler prevents an unhandled rejection until
    // then.
    this.#writing.catch(() => undefined);
  }
}

type LineOf<Kind extends FeedLine['kind']> = Extract<FeedLine, { kind: Kind }>;

function applyHeader({ defaults }: Run, { header }: LineOf<'header'>): void {
  defaults.source = header.source;
  defaults.credit = header.credit ?? defaults.credit;
  if (header.checked_at !== null) defaults.checkedAt = new Date(header.checked_at);
}

const hashLine = ({ source, credit }: Run['defaults'], line: string): string =>
  createHash('sha256')
    .update(`${WRITER_VERSION}\n${source}\n${credit ?? ''}\n${line}`)
    .digest('base64url')
    .slice(0, 27);

/** Counts a stored title whose line has not changed. */
function keepUnchanged(run: Run, { id, identity }: StoredTitle): void {
  const { seen, result } = run;
  if (seen.has(identity)) {
    refuse(run, `repeats line ${seen.get(identity)}`);
    return;
  }
  seen.set(identity, result.lines);
  run.unchangedIds.push(id);
  result.unchanged += 1;
}

function refuseLine(run: Run, { message, source, type, key }: LineOf<'bad'>): void {
  refuse(run, message);
  // The title of an invalid line stays listed. After a line with an unreadable key, every missing title stays listed.
  if (key === null || type === null) run.unreadable += 1;
  else run.seen.set(titleIdentity(source ?? run.defaults.source, type, key), run.result.lines);
}

/** Returns the title of a line that must be written. Returns null for a blank, invalid or unchanged line. */
async function readLine(run: Run, line: string): Promise<PendingTitle | null> {
  const { defaults, inventory, result, seen } = run;
  const first = result.lines === 1 ? parseFeedLine(line) : null;
  if (first?.kind === 'header') {
    applyHeader(run, first);
    return null;
  }
  await inventory.addSource(defaults.source);
  const contentHash = hashLine(defaults, line);
  const same = inventory.findUnchanged(contentHash);
  if (same !== undefined) {
    keepUnchanged(run, same);
    return null;
  }
  const parsed = parseFeedLine(line);
  if (parsed.kind === 'header') refuse(run, 'feed: only the first line may describe the feed');
  if (parsed.kind === 'bad') refuseLine(run, parsed);
  if (parsed.kind !== 'title') return null;
  const { title: feed } = parsed;
  const source = feed.source ?? defaults.source;
  await inventory.addSource(source);
  const identity = titleIdentity(source, feed.type, feed.key);
  const repeated = seen.get(identity);
  if (repeated !== undefined) {
    refuse(run, `repeats line ${repeated}`);
    return null;
  }
  seen.set(identity, result.lines);
  const identities = new Map(feed.also.map((key) => [key, titleIdentity(source, feed.type, key)]));
  const doubles = [...identities].flatMap(([key, double]) =>
    inventory.byIdentity.has(double) || seen.has(double) ? [key] : [],
  );
  // A merged double is no missing title.
  for (const double of identities.values()) seen.set(double, result.lines);
  const unknown = feed.themes.filter((slug) => !isTheme(slug));
  if (unknown.length > 0) refuse(run, `themes: left out ${unknown.join(', ')}, which the vocabulary lacks`);
  for (const key of feed.loved_with) run.lovedWith.push({ source, key });
  return {
    feed,
    source,
    credit: defaults.credit ?? source,
    checkedAt: defaults.checkedAt.toISOString(),
    contentHash,
    isStored: inventory.byIdentity.has(identity),
    doubles,
  };
}

/** Delists the titles that are not in the feed, unless the feed looks incomplete. */
async function delistMissing({ prisma, options, inventory, result, seen, unreadable }: Run): Promise<void> {
  const listed = inventory.list().filter(({ delisted }) => !delisted);
  const gone = listed.filter(({ identity }) => !seen.has(identity));
  if (gone.length === 0 || options.partial) return;
  const most = gone.length >= MASS_DELISTING.atLeast && gone.length > listed.length * MASS_DELISTING.share;
  if (unreadable > 0) {
    result.delistingSkipped = `${gone.length} titles are missing, but ${unreadable} lines could not be read: nothing was delisted`;
  } else if (most && !options.force) {
    result.delistingSkipped = `${gone.length} of ${listed.length} titles are missing, which looks like a cut-off file: nothing was delisted (--force delists them)`;
  } else {
    await prisma.$transaction((tx) => createCatalogueRepository(tx).delistTitles(gone.map(({ id }) => id)), {
      timeout: BATCH_TIMEOUT_MS,
    });
    result.delisted = gone.length;
  }
}

async function importLines(
  prisma: PrismaClient,
  lines: AsyncIterable<string> | Iterable<string>,
  options: ImportOptions,
): Promise<ImportResult> {
  const run = await createRun(prisma, options);
  const { repository, result } = run;
  const queue = new BatchQueue(run);
  for await (const line of lines) {
    result.lines += 1;
    if (result.lines % 1_000 === 0) report(run);
    const title = await readLine(run, line);
    if (title) await queue.add(title);
  }
  await queue.end();

  const named = run.lovedWith.filter(
    ({ source, key }) =>
      !run.seen.has(titleIdentity(source, 'movie', key)) &&
      !run.seen.has(titleIdentity(source, 'series', key)),
  );
  if (named.length > 0) result.unknownLovedWith = await repository.countUnknownKeys(named);
  if (run.unchangedIds.length > 0) await repository.touchOffers(run.unchangedIds, run.defaults.checkedAt);
  await delistMissing(run);
  // Without statistics, the planner chooses slow plans, which take seconds, until autovacuum runs.
  const isChanged = result.created + result.updated + result.delisted > 0;
  if (isChanged || (await repository.lacksStatistics())) await repository.analyze();
  report(run);
  return result;
}

/**
 * Imports a feed of NDJSON lines (docs/catalogue-feed.md), one import at a time per database. Writes only
 * titles whose line changed, in one transaction per batch.
 * @param prisma a client with at least two connections.
 */
export function importCatalogue(
  prisma: PrismaClient,
  lines: AsyncIterable<string> | Iterable<string>,
  options: ImportOptions,
): Promise<ImportResult> {
  return lockImport(
    prisma,
    () => importLines(prisma, lines, options),
    () => options.progress?.({ lines: 0, created: 0, updated: 0, unchanged: 0, bad: 0, waiting: true }),
  );
}
