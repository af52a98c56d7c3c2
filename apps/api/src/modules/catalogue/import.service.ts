import { createHash } from 'node:crypto';
import type { PrismaClient } from '@marquee/prisma';
import type { PendingTitle } from './batch-writer.ts';
import { loadLookups, prepareLookups, writeBatch } from './batch-writer.ts';
import type { CatalogueRepository } from './catalogue.repository.ts';
import { createCatalogueRepository } from './catalogue.repository.ts';
import { parseFeedLine } from './feed.ts';
import { lockImport } from './locks.ts';
import { SOURCE_NAMES } from './sources/source.ts';
import { titleIdentity } from './title-records.ts';

export interface ImportProgress {
  /** Lines read so far. */
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  bad: number;
  /** Set while another import holds the lock. */
  waiting: boolean;
}

export interface ImportOptions {
  /** The source of the feed; a header line and a title's own `source` take precedence. */
  source: string;
  /** The source to credit for offers; default: the name of the source. */
  credit?: string | undefined;
  /** When the source last checked its offers; default: today. */
  checkedAt?: Date | undefined;
  /** The feed has only part of the source's titles, so missing ones stay listed. */
  partial?: boolean | undefined;
  /** Delist even when most titles of the source are missing. */
  force?: boolean | undefined;
  progress?: ((state: ImportProgress) => void) | undefined;
}

export interface BadLine {
  line: number;
  message: string;
}

export interface ImportResult extends Omit<ImportProgress, 'waiting'> {
  /** Titles that the feed no longer has; they are marked, not deleted. */
  delisted: number;
  /** Why missing titles were not delisted; null when they were. */
  delistingSkipped: string | null;
  /** The first hundred invalid lines. */
  badLines: BadLine[];
}

/** Raise it when the same line is written differently, so that a re-import writes every title. */
const WRITER_VERSION = 4;
/** Offers of a live source are newer than those of a file. */
const FILE_RULES = { country: null, outrankedBy: SOURCE_NAMES };
const BATCH = 500;
const BAD_LINES_KEPT = 100;
const BATCH_TIMEOUT_MS = 60_000;
const MASS_DELISTING = { share: 0.5, atLeast: 100 };

interface StoredTitle {
  id: number;
  identity: string;
  delisted: boolean;
}

/** The stored titles of the sources in this feed, by identity and by hash of the feed line. */
class Inventory {
  readonly byIdentity = new Map<string, StoredTitle>();
  readonly #byHash = new Map<string, StoredTitle>();
  readonly #sources = new Set<string>();
  readonly #repository: CatalogueRepository;

  constructor(repository: CatalogueRepository) {
    this.#repository = repository;
  }

  async addSource(source: string): Promise<void> {
    if (this.#sources.has(source)) return;
    this.#sources.add(source);
    for (const row of await this.#repository.listFingerprints(source)) {
      const known = {
        id: row.id,
        identity: titleIdentity(source, row.type, row.externalId),
        delisted: row.delistedAt !== null,
      };
      this.byIdentity.set(known.identity, known);
      this.#byHash.set(row.contentHash, known);
    }
  }

  /** The listed title with this hash of the feed line. */
  findUnchanged(hash: string): StoredTitle | undefined {
    const known = this.#byHash.get(hash);
    return known?.delisted ? undefined : known;
  }
}

async function run(
  prisma: PrismaClient,
  lines: AsyncIterable<string> | Iterable<string>,
  options: ImportOptions,
): Promise<ImportResult> {
  const repository = createCatalogueRepository(prisma);
  const today = new Date(new Date().toISOString().slice(0, 10));
  const defaults = { source: options.source, credit: options.credit, checkedAt: options.checkedAt ?? today };
  const result: ImportResult = {
    lines: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    bad: 0,
    delisted: 0,
    delistingSkipped: null,
    badLines: [],
  };
  const inventory = new Inventory(repository);
  const lookups = await loadLookups(repository);
  /** Titles of this file with their line numbers. */
  const seen = new Map<string, number>();
  const unchangedIds: number[] = [];
  let unreadable = 0;
  let batch: PendingTitle[] = [];

  const report = (): void => options.progress?.({ ...result, waiting: false });
  const refuse = (message: string): void => {
    result.bad += 1;
    if (result.badLines.length < BAD_LINES_KEPT) result.badLines.push({ line: result.lines, message });
  };
  const write = async (titles: readonly PendingTitle[]): Promise<void> => {
    await prepareLookups(repository, lookups, titles);
    await prisma.$transaction(
      (tx) => writeBatch(createCatalogueRepository(tx), lookups, titles, FILE_RULES),
      {
        maxWait: BATCH_TIMEOUT_MS,
        timeout: BATCH_TIMEOUT_MS,
      },
    );
    const updated = titles.filter((title) => title.known).length;
    result.updated += updated;
    result.created += titles.length - updated;
    report();
  };
  /** The batch being written while the next one is read. Its failure is thrown before the next batch begins. */
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const titles = batch;
    batch = [];
    await writing;
    writing = write(titles);
    // The next `await writing` throws the failure; until then this prevents an unhandled rejection.
    writing.catch(() => undefined);
  };

  for await (const line of lines) {
    result.lines += 1;
    if (result.lines % 1_000 === 0) report();
    const first = result.lines === 1 ? parseFeedLine(line) : null;
    if (first?.kind === 'header') {
      defaults.source = first.header.source;
      defaults.credit = first.header.credit ?? defaults.credit;
      if (first.header.checked_at !== null) defaults.checkedAt = new Date(first.header.checked_at);
      continue;
    }
    await inventory.addSource(defaults.source);
    const hash = createHash('sha256')
      .update(`${WRITER_VERSION}\n${defaults.source}\n${defaults.credit ?? ''}\n${line}`)
      .digest('base64url')
      .slice(0, 27);
    const same = inventory.findUnchanged(hash);
    if (same !== undefined) {
      if (!seen.has(same.identity)) {
        seen.set(same.identity, result.lines);
        unchangedIds.push(same.id);
        result.unchanged += 1;
      } else refuse(`repeats line ${seen.get(same.identity)}`);
      continue;
    }
    const parsed = parseFeedLine(line);
    if (parsed.kind === 'blank') continue;
    if (parsed.kind === 'header') {
      refuse('feed: only the first line may describe the feed');
      continue;
    }
    if (parsed.kind === 'bad') {
      refuse(parsed.message);
      // The title of an invalid line stays listed. When its key is unreadable, nothing may be delisted.
      if (parsed.key === null || parsed.type === null) unreadable += 1;
      else seen.set(titleIdentity(parsed.source ?? defaults.source, parsed.type, parsed.key), result.lines);
      continue;
    }
    const { title: feed } = parsed;
    const source = feed.source ?? defaults.source;
    await inventory.addSource(source);
    const identity = titleIdentity(source, feed.type, feed.key);
    const repeated = seen.get(identity);
    if (repeated !== undefined) {
      refuse(`repeats line ${repeated}`);
      continue;
    }
    seen.set(identity, result.lines);
    batch.push({
      feed,
      source,
      credit: defaults.credit ?? source,
      checkedAt: defaults.checkedAt.toISOString(),
      contentHash: hash,
      known: inventory.byIdentity.has(identity),
    });
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  await writing;

  if (unchangedIds.length > 0) await repository.touchOffers(unchangedIds, defaults.checkedAt);
  const gone = [...inventory.byIdentity.values()].filter(
    ({ identity, delisted }) => !delisted && !seen.has(identity),
  );
  if (gone.length > 0 && !options.partial) {
    const listed = [...inventory.byIdentity.values()].filter(({ delisted }) => !delisted).length;
    const most = gone.length >= MASS_DELISTING.atLeast && gone.length > listed * MASS_DELISTING.share;
    if (unreadable > 0) {
      result.delistingSkipped = `${gone.length} titles are missing, but ${unreadable} lines could not be read: nothing was delisted`;
    } else if (most && !options.force) {
      result.delistingSkipped = `${gone.length} of ${listed} titles are missing, which looks like a cut-off file: nothing was delisted`;
    } else {
      await prisma.$transaction(
        (tx) => createCatalogueRepository(tx).delistTitles(gone.map(({ id }) => id)),
        {
          timeout: BATCH_TIMEOUT_MS,
        },
      );
      result.delisted = gone.length;
    }
  }
  // Without statistics the planner picks plans that take seconds, until autovacuum runs.
  const isChanged = result.created + result.updated + result.delisted > 0;
  if (isChanged || (await repository.lacksStatistics())) await repository.analyze();
  report();
  return result;
}

/**
 * Imports a feed (docs/catalogue-feed.md): NDJSON lines; invalid ones are reported by number and skipped. Writes only
 * titles whose line changed, in batches of one transaction each. After an interruption the next run continues. An
 * advisory lock allows one import at a time per database.
 * Needs a client with at least two connections.
 */
export function importCatalogue(
  prisma: PrismaClient,
  lines: AsyncIterable<string> | Iterable<string>,
  options: ImportOptions,
): Promise<ImportResult> {
  return lockImport(
    prisma,
    () => run(prisma, lines, options),
    () => options.progress?.({ lines: 0, created: 0, updated: 0, unchanged: 0, bad: 0, waiting: true }),
  );
}
