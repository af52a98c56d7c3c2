import { toCapError } from '#src/data/caps.ts';
import type { Handler } from '#src/jobs/handler.ts';
import { applyPiece } from './apply.ts';
import { hasWorkLeft, type ImportRow, MovedOn } from './imports.repository.ts';
import { matchPiece } from './match.ts';
import { readFilePieces } from './read-file.ts';
import { UnreadableFile } from './records.ts';
import { undoPiece } from './undo.ts';
import type { WorkContext } from './work-context.ts';

/** Maximum duration of a job in milliseconds, short so that a worker stops soon. The next job continues the work. */
const JOB_MS = 5_000;
/** Delay, in milliseconds, of the job that completes an interrupted undo. */
const UNDO_RESCUE_MS = 60_000;

/**
 * Number of files that this process reads at the same time. Each takes a process with up to 256 MB of heap for up
 * to two minutes.
 */
const READERS_MAX = 2;
/** Delay, in milliseconds, of a job that finds all readers busy. */
const BUSY_MS = 2_000;

/** Thrown when READERS_MAX files are being read. */
class Busy extends Error {
  override readonly name = 'Busy';
}

/**
 * Advances imports in pieces. Each piece is one transaction with the position, so a killed worker loses at most
 * one piece.
 */
export function createImportWork(context: WorkContext) {
  const { repos, withTransaction, log } = context;
  let readers = 0;

  async function read(row: ImportRow, until: number, signal?: AbortSignal): Promise<void> {
    if (readers >= READERS_MAX) throw new Busy();
    readers++;
    try {
      await readFilePieces(context, row, until, signal);
    } finally {
      readers--;
    }
  }

  async function advance(row: ImportRow, until: number, signal?: AbortSignal): Promise<void> {
    if (row.state === 'reading') await read(row, until, signal);
    else if (row.state === 'matching') await matchPiece(context, row);
    else if (row.state === 'applying') await applyPiece(context, row);
    else await undoPiece(context, row);
  }

  async function fail(row: ImportRow, { message, code }: UnreadableFile): Promise<void> {
    const current = await repos.imports.get(row.userId, row.id);
    await withTransaction(async (tx) => {
      await tx.imports.lock(current);
      await tx.imports.deleteParts(row.userId, row.id);
      await tx.importTitles.deleteRows(row);
      await tx.imports.advance(current, { state: 'failed', failure: message, failureCode: code });
    });
  }

  async function runUntil(
    userId: number,
    id: number,
    until: number,
    signal?: AbortSignal,
  ): Promise<ImportRow | null> {
    for (;;) {
      const row = await repos.imports.find(userId, id);
      if (!row || !hasWorkLeft(row)) return null;
      try {
        await advance(row, until, signal);
      } catch (error) {
        if (error instanceof MovedOn) {
          log.info({ importId: id }, 'another worker continues this import');
          return null;
        }
        const overCap = row.state === 'reading' ? toCapError(error) : null;
        const refusal = overCap ? new UnreadableFile(overCap.message, 'limit_reached') : error;
        if (!(refusal instanceof UnreadableFile)) throw error;
        await fail(row, refusal);
      }
      if (Date.now() >= until) return repos.imports.find(userId, id);
    }
  }

  return {
    /** Runs until no work is left: the preview is ready, or the import is applied, undone or failed. */
    async run(userId: number, id: number): Promise<void> {
      await runUntil(userId, id, Number.POSITIVE_INFINITY);
    },

    /** Starts the undo. Does nothing when another call has started it. */
    async startUndo(row: ImportRow): Promise<void> {
      try {
        await withTransaction(async (tx) => {
          await tx.imports.advance(row, { state: 'undoing', phase: '', cursor: 0, progress: 0 });
          const availableAt = new Date(Date.now() + UNDO_RESCUE_MS);
          await tx.outbox.add({
            kind: 'import_work',
            userId: row.userId,
            payload: { importId: row.id },
            availableAt,
          });
        });
      } catch (error) {
        if (!(error instanceof MovedOn)) throw error;
      }
    },

    /** Returns a handler that works for a few seconds, and queues the next job when work is left. */
    handler:
      (jobMs = JOB_MS): Handler<'import_work'> =>
      async ({ userId, payload: { importId } }, signal) => {
        if (userId === null) return;
        const next = { kind: 'import_work', userId, payload: { importId } } as const;
        try {
          const row = await runUntil(userId, importId, Date.now() + jobMs, signal);
          if (row && hasWorkLeft(row)) await repos.outbox.add(next);
        } catch (error) {
          if (!(error instanceof Busy)) throw error;
          // Another job gets this slot of the worker meanwhile.
          await repos.outbox.add({ ...next, availableAt: new Date(Date.now() + BUSY_MS) });
        }
      },
  };
}

export type ImportWork = ReturnType<typeof createImportWork>;
