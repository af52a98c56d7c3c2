import type { PrismaClient } from '@marquee/prisma';
import { SourceFailure } from '#src/clients/source-http.ts';
import { loadLookups } from '#src/modules/catalogue/batch-writer.ts';
import { createCatalogueRepository } from '#src/modules/catalogue/catalogue.repository.ts';
import { parseFeedLine } from '#src/modules/catalogue/feed/feed.ts';
import { lockImport } from '#src/modules/catalogue/locks.ts';
import { writeStagedShows } from './show-writer.ts';
import { createShowsRepository, type ShowsRepository } from './shows.repository.ts';
import type { Source, SourceLine, TitleSource } from './source.ts';
import {
  createSyncRepository,
  type Listing,
  type StagedLine,
  type SyncRepository,
} from './sync.repository.ts';
import { type Written, writeStaged } from './sync-writer.ts';

export interface SyncProgress extends Written {
  phase: 'waiting' | 'fetching' | 'applying';
  /** Number of lines that this process read from the source. */
  fetched: number;
}

export interface SyncOptions {
  country: string;
  /** A cursor to use instead of the stored cursor. `full` reads every title. */
  since?: string | undefined;
  /** Reads the source but changes nothing. */
  dryRun?: boolean | undefined;
  /** Applies the run even when most titles are missing at the source. */
  force?: boolean | undefined;
  progress?: ((state: SyncProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface SyncResult extends Written {
  isFull: boolean;
  fetched: number;
  /** Reason why the run stopped without changing the catalogue. The value is null after a complete run. */
  failure: string | null;
}

const BATCH = 500;
/** A show may have thousands of episodes. */
const SHOWS_BATCH = 50;
/** Maximum age of an interrupted run. An older run starts from the first page, because its pages are outdated. */
const RESUME_WITHIN_MS = 24 * 60 * 60_000;
/**
 * Longest time between full runs. When this time has passed, the next run reads every title instead of only
 * changes.
 */
const FULL_EVERY_MS = 7 * 24 * 60 * 60_000;
/** A run is refused when it removes more than `share` of the listed titles, and at least `atLeast` titles. */
const MASS_REMOVAL = { share: 0.5, atLeast: 20 };
/**
 * Largest accepted share of invalid lines. A run with a larger share is refused, because the source may have
 * changed its format.
 */
const REFUSED_SHARE = 0.05;
/** A run is refused when more than `share` of its shows, and at least `atLeast`, lost half of their episodes. */
const MASS_SHRINKING = { share: 0.05, atLeast: 20 };
/** Episodes are the same in every country. */
const EVERYWHERE = '';

/**
 * Limits of a transaction in milliseconds. They are long, because the database may be busy and no request waits for a
 * run.
 */
const PATIENT = { maxWait: 60_000, timeout: 60_000 };

/**
 * The position after the last page. At this position the sync requests each missing title, to confirm its
 * removal.
 */
const CONFIRM = '#missing';
const CONFIRMED_AT_ONCE = 20;

const nothing = (): Written => ({ created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 });

const toStaged = ({ key, type, line }: SourceLine): StagedLine => ({
  type,
  external_id: key,
  line: line === null ? null : JSON.stringify(line),
});

/** Thrown when the source replies with data that cannot be a valid catalogue. */
class Implausible extends SourceFailure {
  constructor(message: string) {
    super(message, null);
  }
}

/** Returns whether the source refused the cursor of a page or of the whole run. */
const isPositionLost = (error: unknown): boolean =>
  error instanceof SourceFailure && (error.status === 400 || error.status === 410);

class Run {
  readonly #prisma: PrismaClient;
  readonly #source: Source;
  readonly #options: SyncOptions;
  readonly #listing: Listing;
  readonly #shows: ShowsRepository;
  readonly #total = nothing();
  #fetched = 0;
  #refused = 0;

  constructor(prisma: PrismaClient, source: Source, options: SyncOptions) {
    this.#prisma = prisma;
    this.#source = source;
    this.#options = options;
    const country = source.kind === 'episodes' ? EVERYWHERE : options.country;
    this.#listing = { source: source.name, country };
    this.#shows = createShowsRepository(prisma);
  }

  #report(phase: SyncProgress['phase']): void {
    this.#options.progress?.({ ...this.#total, phase, fetched: this.#fetched });
  }

  /** Counts invalid lines. @throws Implausible when too many lines are invalid. */
  #check(lines: readonly SourceLine[]): void {
    for (const { line } of lines) {
      if (line !== null && parseFeedLine(JSON.stringify(line)).kind !== 'title') this.#refused += 1;
    }
    this.#fetched += lines.length;
    if (this.#refused > Math.max(BATCH * REFUSED_SHARE, this.#fetched * REFUSED_SHARE)) {
      throw new Implausible(`${this.#refused} of ${this.#fetched} titles are not in the format`);
    }
  }

  /** Returns the state of the interrupted run to continue, or starts a new run. */
  async #begin(): Promise<{
    isFull: boolean;
    cursor: string | null;
    position: string | null;
    startedAt: Date;
  }> {
    const sync = createSyncRepository(this.#prisma);
    const state = await sync.ensure(this.#listing);
    const { phase, isFull, position, cursor, startedAt, fullAt } = state;
    const { since } = this.#options;
    const isFresh = startedAt !== null && startedAt.getTime() > Date.now() - RESUME_WITHIN_MS;
    if (phase === 'applying' && startedAt) return { isFull, cursor, position: null, startedAt };
    if (phase === 'fetching' && isFresh && startedAt && since === undefined)
      return { isFull, cursor, position, startedAt };
    const from = since === 'full' ? null : (since ?? cursor);
    const isDue = since === undefined && (fullAt === null || fullAt.getTime() < Date.now() - FULL_EVERY_MS);
    const starts = from === null || isDue || this.#source.isExpired(from);
    const now = new Date();
    await sync.clear(this.#listing);
    await sync.update(this.#listing, {
      phase: 'fetching',
      isFull: starts,
      cursor: starts ? cursor : from,
      position: null,
      nextCursor: this.#source.cursorNow(),
      startedAt: now,
      failure: null,
    });
    return { isFull: starts, cursor: from, position: null, startedAt: now };
  }

  /** Reads pages into the staging table. Stores the position with each page. */
  async #fetch(since: string | null, from: string | null): Promise<void> {
    const { country, signal } = this.#options;
    for (let position = from; position !== CONFIRM; ) {
      const page = await this.#source.readPage({ country, since, position, shows: this.#shows, signal });
      this.#check(page.lines);
      position = page.next ?? CONFIRM;
      const next = position;
      await this.#prisma.$transaction(
        (tx) => this.#stage(createSyncRepository(tx), page.lines, next),
        PATIENT,
      );
      this.#report('fetching');
    }
    if (this.#source.kind === 'titles') await this.#completeTitles(this.#source, since);
    else await this.#refuseMassShrinking();
    await createSyncRepository(this.#prisma).update(this.#listing, { phase: 'applying' });
  }

  async #completeTitles(source: TitleSource, since: string | null): Promise<void> {
    if (since === null) await createSyncRepository(this.#prisma).stageMissing(this.#listing);
    await this.#refuseMassRemoval();
    if (since === null) await this.#confirmMissing(source);
  }

  async #refuseMassShrinking(): Promise<void> {
    const { staged, shrunken } = await this.#shows.countShrunken(this.#source.name);
    const isMass = shrunken >= MASS_SHRINKING.atLeast && shrunken > staged * MASS_SHRINKING.share;
    if (isMass && !this.#options.force)
      throw new Implausible(
        `${shrunken} of ${staged} series lost half of their episodes: nothing was changed`,
      );
  }

  /** Stores the lines of a page together with the position of the next page. */
  async #stage(sync: SyncRepository, page: readonly SourceLine[], position: string): Promise<void> {
    // One statement must not change a row twice, so use only the last line of each title.
    const lines = new Map(page.map((line) => [`${line.type} ${line.key}`, toStaged(line)]));
    await sync.stage(this.#listing, [...lines.values()]);
    await sync.update(this.#listing, { position });
  }

  async #refuseMassRemoval(): Promise<void> {
    const { listed, removed } = await createSyncRepository(this.#prisma).count(this.#listing);
    const isMass = removed >= MASS_REMOVAL.atLeast && removed > listed * MASS_REMOVAL.share;
    if (isMass && !this.#options.force)
      throw new Implausible(`${removed} of ${listed} titles are missing: nothing was changed`);
  }

  /**
   * Requests each title that no page contained. The list can change between two requests, so pages can miss a
   * title.
   */
  async #confirmMissing(source: TitleSource): Promise<void> {
    const { country, signal } = this.#options;
    const sync = createSyncRepository(this.#prisma);
    for (let after: StagedLine | null = null; ; ) {
      const missing: StagedLine[] = await sync.listRemoved(this.#listing, after, CONFIRMED_AT_ONCE);
      const lines = await Promise.all(
        missing.map((line) => source.readTitle({ country, signal }, line.type, line.external_id)),
      );
      await sync.stage(this.#listing, lines.map(toStaged));
      after = missing.at(-1) ?? null;
      if (missing.length < CONFIRMED_AT_ONCE) return;
    }
  }

  async #apply(startedAt: Date): Promise<void> {
    const source = this.#source;
    const catalogue = createCatalogueRepository(this.#prisma);
    const lookups = await loadLookups(catalogue);
    const write = () =>
      source.kind === 'titles'
        ? writeStaged(this.#prisma, source, this.#listing, lookups, startedAt, BATCH)
        : writeStagedShows(this.#prisma, source, this.#listing, {
            checkedAt: startedAt,
            limit: SHOWS_BATCH,
            force: this.#options.force === true,
          });
    const analyze = async (): Promise<void> => {
      await createSyncRepository(this.#prisma).analyze();
      await catalogue.analyze();
    };
    let analyzedAt = 0;
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const written = await write();
      if (written === null) break;
      for (const key of ['created', 'updated', 'unchanged', 'removed', 'refused'] as const)
        this.#total[key] += written[key];
      this.#report('applying');
      // A connection reuses the plan of a statement (ADR 12). In a first run this plan was made for empty
      // tables, so refresh the statistics to make PostgreSQL plan again.
      if (this.#total.created >= Math.max(BATCH, 2 * analyzedAt)) {
        await analyze();
        analyzedAt = this.#total.created;
      }
    }
    const isChanged = this.#total.created + this.#total.updated + this.#total.removed > 0;
    if (isChanged || (await catalogue.lacksStatistics())) await analyze();
  }

  /** Reads the source and counts lines, for a dry run. */
  async #rehearse(): Promise<SyncResult> {
    const { country, signal, since } = this.#options;
    const cursor = await createSyncRepository(this.#prisma).findCursor(this.#listing);
    const stored = since === 'full' ? null : (since ?? cursor);
    const from = stored !== null && this.#source.isExpired(stored) ? null : stored;
    for (let position: string | null = null; ; ) {
      const page = await this.#source.readPage({
        country,
        since: from,
        position,
        shows: this.#shows,
        signal,
      });
      this.#check(page.lines);
      for (const { line } of page.lines) this.#total[line === null ? 'removed' : 'updated'] += 1;
      this.#report('fetching');
      if (page.next === null) break;
      position = page.next;
    }
    return { ...this.#total, isFull: from === null, fetched: this.#fetched, failure: null };
  }

  async #proceed(): Promise<boolean> {
    const sync = createSyncRepository(this.#prisma);
    const { isFull, cursor, position, startedAt } = await this.#begin();
    if ((await sync.ensure(this.#listing)).phase === 'fetching') {
      await this.#fetch(isFull ? null : cursor, position);
    }
    await this.#apply(startedAt);
    const { nextCursor } = await sync.ensure(this.#listing);
    const finishedAt = new Date();
    await sync.update(this.#listing, {
      phase: 'idle',
      cursor: nextCursor,
      position: null,
      finishedAt,
      failure: null,
      ...(isFull && { fullAt: finishedAt }),
    });
    return isFull;
  }

  /** Makes a run, or continues a killed run at its stored position. */
  async execute(): Promise<SyncResult> {
    if (this.#options.dryRun) return this.#rehearse();
    const sync = createSyncRepository(this.#prisma);
    for (let isRepeat = false; ; isRepeat = true) {
      try {
        const isFull = await this.#proceed();
        return { ...this.#total, isFull, fetched: this.#fetched, failure: null };
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error;
        const lost = isPositionLost(error) && !isRepeat;
        // After an outage, the next run continues at the stored page. Implausible data or a lost cursor make the staged
        // pages useless, so delete them.
        if (error instanceof Implausible || lost) {
          await sync.clear(this.#listing);
          await sync.update(this.#listing, { phase: 'idle', position: null, ...(lost && { cursor: null }) });
        }
        if (lost) continue;
        await sync.update(this.#listing, { failure: error.message });
        const { isFull } = await sync.ensure(this.#listing);
        return { ...this.#total, isFull, fetched: this.#fetched, failure: error.message };
      }
    }
  }
}

/**
 * Syncs one country with a source (docs/sources.md), one sync or import at a time per database. Checks all
 * pages before writing, so a failed run changes nothing.
 */
export function syncCatalogue(
  prisma: PrismaClient,
  source: Source,
  options: SyncOptions,
): Promise<SyncResult> {
  return lockImport(
    prisma,
    () => new Run(prisma, source, options).execute(),
    () => options.progress?.({ ...nothing(), phase: 'waiting', fetched: 0 }),
  );
}
