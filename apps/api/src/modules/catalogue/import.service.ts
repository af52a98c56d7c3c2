import { createHash } from 'node:crypto';
import type { PrismaClient } from '@marquee/prisma';
import type { PendingTitle } from './batch-writer.ts';
import { loadLookups, prepareLookups, writeBatch } from './batch-writer.ts';
import type { CatalogueRepository } from './catalogue.repository.ts';
import { createCatalogueRepository } from './catalogue.repository.ts';
import { parseFeedLine } from './feed.ts';
import { lockImport } from './locks.ts';
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
  /** Names the list; a header line or a title's own `source` comes first. */
  source: string;
  /** Whom to credit for offers; the source's name by default. */
  credit?: string | undefined;
  /** When the source last checked its offers; today by default. */
  checkedAt?: Date | undefined;
  /** The feed holds only some of the source's titles: absent ones stay listed. */
  partial?: boolean | undefined;
  /** Delist even when most of what the source had is gone. */
  force?: boolean | undefined;
  progress?: ((state: ImportProgress) => void) | undefined;
}

export interface BadLine {
  line: number;
  message: string;
}

export interface ImportResult extends Omit<ImportProgress, 'waiting'> {
  /** Titles that the source had and no longer lists: marked, not deleted. */
  delisted: number;
  /** Why nothing was delisted although titles are missing; null when all went well. */
  delistingSkipped: string | null;
  /** The first hundred bad lines. */
  badLines: BadLine[];
}

/** Raised when the same line would now be written differently, so that a re-import writes every title anew. */
const WRITER_VERSION = 2;
const BATCH = 500;
const BAD_LINES_KEPT = 100;
const BATCH_TIMEOUT_MS = 60_000;
const MASS_DELISTING = { share: 0.5, atLeast: 100 };

interface Known {
  id: number;
  identity: string;
  delisted: boolean;
}

/** What the database holds of the sources met so far, by title and by the hash of the line that made it. */
class Inventory {
  readonly byIdentity = new Map<string, Known>();
  readonly #byHash = new Map<string, Known>();
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

  /** The listed title that exactly this line made. */
  findUnchanged(hash: string): Known | undefined {
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
  /** Titles met in this file and the line they stand on. */
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
    await prisma.$transaction((tx) => writeBatch(createCatalogueRepository(tx), lookups, titles), {
      maxWait: BATCH_TIMEOUT_MS,
      timeout: BATCH_TIMEOUT_MS,
    });
    const updated = titles.filter((title) => title.known).length;
    result.updated += updated;
    result.created += titles.length - updated;
    report();
  };
  /** The batch being written while the next is read; a failure surfaces before another is begun. */
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const titles = batch;
    batch = [];
    await writing;
    writing = write(titles);
    // Whoever awaits `writing` next gets the failure; this keeps Node from taking it for unhandled until then.
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
      // What stands on a damaged line is still listed; where the line says nothing, nothing may be delisted.
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
  report();
  return result;
}

/**
 * Brings the catalogue to what a feed says (docs/catalogue-feed.md): NDJSON lines, bad ones reported by number and
 * skipped. Writes only titles whose line changed, in batches of one transaction each, so a killed import has lost
 * nothing and the next run goes on from there. One import at a time in a database: a second one waits.
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
