import {
  IMPORT_ROWS_MAX,
  type ImportColumn,
  type ImportCounts,
  type ImportFailure,
  type ImportFile,
  type ImportKind,
  type ImportProfile,
  type ImportScale,
  ImportSource,
  type ImportSource as Source,
} from '@marquee/contracts';
import { runWorker, WorkerFailed, WorkerStopped, WorkerTimedOut } from '#src/core/run-worker.ts';
import { capSentence } from '#src/data/caps.ts';
import { bareEnv } from '#src/env.ts';
import type { NewRow } from './import-titles.repository.ts';
import { toChosen, toFound, toRemembered } from './imports.mapper.ts';
import type { ImportRow } from './imports.repository.ts';
import { writeKeptFile } from './kept-file.ts';
import type { ColumnChoices } from './readers/any-table.ts';
import { type Choices, type ListRef, UnreadableFile } from './records.ts';
import { createStorageCheck } from './storage.ts';
import { withTemporaryFile } from './upload.ts';
import type { WorkContext } from './work-context.ts';

/**
 * Limits of the process that reads one file. Exports of 200,000 entries take 100 MB and seconds. The rows of
 * the largest import have some hundred million characters.
 */
export const READER_LIMITS = { heapMb: 256, memoryMb: 512, outputChars: 512 * 2 ** 20 };

/** The program that reads a file, and what it may use. */
export const READER = { script: new URL('./import-file.worker.ts', import.meta.url), limits: READER_LIMITS };
/** Limit of the time for which readers may work on one file, over all turns of one reading. */
const READ_MS_MAX = 2 * 60_000;
const NOT_WHOLE =
  'The upload stopped because of an error on our side, and nothing of it was kept. Please upload the file again.';
const OUR_ERROR =
  'This file could not be read because of an error on our side, and nothing of it was kept. Uploading it again will not help.';
const STOPPED =
  'This file takes too much time or memory to read. Please check that it is the export itself, or split it.';

export interface ReadRequest {
  path: string;
  fileName: string;
  /** Null for a file whose source is not known yet. */
  source: Source | null;
  /** The chosen profile, or null. */
  profile: string | null;
  bytes: number;
  /** Number of entries that are stored already. */
  after: number;
  /** How the member wants the file to be read. */
  chosen: ReturnType<typeof toChosen>;
  /** What the member said earlier of columns, by the hash of all columns of their table. */
  remembered: ColumnChoices['remembered'];
  /** How the stored entries were read. */
  found: Found;
}

interface Found {
  kind: ImportKind | null;
  scale: ImportScale | null;
  scaleCertain: boolean;
}

interface Update extends Found {
  source: Source;
  cursor: number;
  lists: ListRef[];
  choices: Choices;
  columns: ImportColumn[];
  files: ImportFile[];
  filesCount: number;
  counts: ImportCounts;
}

export type ReadMessage =
  /** Sent first when no entry is stored yet. */
  | { kind: 'counted'; entries: number }
  /** Sent instead when the file has several profiles and none is chosen. */
  | { kind: 'profiles'; source: Source; profiles: ImportProfile[] }
  | { kind: 'rows'; rows: NewRow[]; update: Update & { progress: number } }
  | { kind: 'last'; rows: NewRow[]; update: Update }
  | { kind: 'refused'; message: string; code: ImportFailure; looksLike: Source | null };

export interface ReadingTurn {
  /** The turn ends with the first batch that is stored after this time. */
  until: number;
  /** The turn ends after so many milliseconds also without a batch. */
  endsAfterMs: number;
}

/**
 * Reads the file in a child process and stores its entries in batches, until the turn is over. Each turn reads
 * from the start and skips stored entries, because a position inside an archive cannot be stored.
 * @throws UnreadableFile, also when the process exceeds its limits or dies.
 */
export async function readFilePieces(
  context: WorkContext,
  row: ImportRow,
  turn: ReadingTurn,
  reader: typeof READER,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  try {
    await readInTurn(context, row, turn, reader, signal);
  } finally {
    await context.repos.imports.addReadMs(row, Math.ceil(performance.now() - startedAt));
  }
}

async function readInTurn(
  context: WorkContext,
  row: ImportRow,
  { until, endsAfterMs }: ReadingTurn,
  { script, limits }: typeof READER,
  signal: AbortSignal | undefined,
): Promise<void> {
  const leftMs = Math.max(1, READ_MS_MAX - (row.readMs - row.readBeforeMs));
  const allowed = { ...limits, timeMs: Math.min(leftMs, endsAfterMs) };
  const checkStorage = await createStorageCheck(context.email, row.userId);
  await checkStorage(context.repos.imports);
  await withTemporaryFile(async (path) => {
    const kept = await writeKeptFile(context.repos.imports, row, path);
    if (kept < row.bytes) throw new UnreadableFile(NOT_WHOLE, 'internal_error');
    const request: ReadRequest = {
      path,
      fileName: row.fileName,
      source: ImportSource.nullable().parse(row.source),
      profile: row.profile,
      bytes: row.bytes,
      after: row.cursor,
      chosen: toChosen(row.chosen),
      remembered: toRemembered(await context.repos.imports.listHeaders(row.userId)),
      found: toFound(row),
    };
    try {
      let { step } = row;
      const messages = runWorker<ReadMessage>({ script, request, limits: allowed, env: bareEnv(), signal });
      for await (const message of messages) {
        if (message.kind === 'refused') {
          const { looksLike } = message;
          throw new UnreadableFile(message.message, message.code, { ...(looksLike && { looksLike }) });
        }
        if (message.kind === 'counted') {
          await checkRoom(context, row, message.entries);
          continue;
        }
        if (message.kind === 'profiles') {
          const { source, profiles } = message;
          return await context.repos.imports.advance(row, {
            state: 'profile',
            progress: 0,
            source,
            profiles,
          });
        }
        await store(context, { ...row, step }, message, checkStorage);
        step++;
        if (Date.now() >= until) return;
      }
    } catch (error) {
      if (error instanceof WorkerFailed) {
        // The same file would make the same reader fail again, while the member waits.
        context.log.error({ importId: row.id, err: error }, 'the reader of an import failed');
        throw new UnreadableFile(OUR_ERROR, 'internal_error', { cause: error });
      }
      if (!(error instanceof WorkerStopped)) throw error;
      if (error instanceof WorkerTimedOut && allowed.timeMs < leftMs) return;
      context.log.warn({ importId: row.id, reason: error.message }, 'the reader of an import was stopped');
      throw new UnreadableFile(STOPPED, 'too_large', { cause: error });
    }
  });
}

async function checkRoom({ repos }: WorkContext, { userId }: ImportRow, entries: number): Promise<void> {
  if ((await repos.imports.countRows(userId)) + entries > IMPORT_ROWS_MAX)
    throw new UnreadableFile(capSentence('MQ006'), 'limit_reached');
}

async function store(
  { withTransaction }: WorkContext,
  row: ImportRow,
  { kind, rows, update }: Extract<ReadMessage, { kind: 'rows' | 'last' }>,
  checkStorage: Awaited<ReturnType<typeof createStorageCheck>>,
): Promise<void> {
  await withTransaction(async (tx) => {
    await tx.imports.lock(row);
    if (rows.length > 0) await tx.imports.addBytes(row, await tx.importTitles.addRows(row, rows));
    if (kind === 'last') {
      await tx.importTitles.completeTitles(row);
      await tx.importTitles.analyze(update.counts.entries);
      await tx.imports.advance(row, { ...update, state: 'matching', phase: '', cursor: 0, progress: 0 });
    } else await tx.imports.advance(row, update);
    await checkStorage(tx.imports);
  });
}
