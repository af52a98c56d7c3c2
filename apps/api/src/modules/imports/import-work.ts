import { toCapError } from '#src/data/caps.ts';
import type { Handler } from '#src/jobs/handler.ts';
import { applyPiece } from './apply.ts';
import { hasWorkLeft, type ImportRow, MovedOn } from './imports.repository.ts';
import { dropKeptFile } from './kept-file.ts';
import { matchLate } from './matching/late-matches.ts';
import { matchPiece } from './matching/match.ts';
import { READER, type ReadingTurn, readFilePieces } from './read-file.ts';
import { UnreadableFile } from './records.ts';
import { ASK_AGAIN_MS, createTurns } from './turns.ts';
import { undoPiece } from './undo.ts';
import type { WorkContext } from './work-context.ts';

/** Maximum duration of a job in milliseconds, short so that a worker stops soon. The next job continues the work. */
const JOB_MS = 5_000;
/** Delay, in milliseconds, of the job that completes an interrupted undo. */
const UNDO_RESCUE_MS = 60_000;

/**
 * Reading time in milliseconds that a user has within an hour in short turns. Who needs more waits for the one long
 * turn that a process gives at a time, in which a file is read to its end.
 */
const SHORT_TURN_MS = 5_000;
const UNLIMITED: ReadingTurn = { until: Number.POSITIVE_INFINITY, endsAfterMs: Number.POSITIVE_INFINITY };

/**
 * Advances imports in pieces. Each piece is one transaction with the position, so a killed worker loses at most
 * one piece.
 */
export function createImportWork(
  context: WorkContext,
  { shortTurnMs = SHORT_TURN_MS, reader = READER } = {},
) {
  const { repos, withTransaction, log } = context;
  const turns = createTurns();

  async function advance(row: ImportRow, turn: ReadingTurn, signal?: AbortSignal): Promise<void> {
    if (row.state === 'reading') await readFilePieces(context, row, turn, reader, signal);
    else if (row.state === 'matching') await matchPiece(context, row);
    else if (row.state === 'applying') await applyPiece(context, row);
    else await undoPiece(context, row);
  }

  async function fail(row: ImportRow, { message, code, looksLike }: UnreadableFile): Promise<void> {
    const current = await repos.imports.get(row.userId, row.id);
    await withTransaction(async (tx) => {
      await tx.imports.lock(current);
      // A file of another service can be read when the member agrees.
      if (code !== 'other_source') await dropKeptFile(tx.imports, row);
      await tx.importTitles.deleteRows(row);
      await tx.imports.advance(current, { state: 'failed', failure: message, failureCode: code, looksLike });
    });
  }

  /** Works on one piece, or in a turn on the file. Returns false when another worker continues this import. */
  async function work(row: ImportRow, turn: ReadingTurn, signal?: AbortSignal): Promise<boolean> {
    try {
      await advance(row, turn, signal);
    } catch (error) {
      if (error instanceof MovedOn) {
        log.info({ importId: row.id }, 'another worker continues this import');
        return false;
      }
      const overCap = row.state === 'reading' ? toCapError(error) : null;
      const refusal = overCap ? new UnreadableFile(overCap.message, 'limit_reached') : error;
      if (!(refusal instanceof UnreadableFile)) throw error;
      await fail(row, refusal);
    }
    return true;
  }

  /** Finds the import if it has work left. */
  async function findWork(userId: number, id: number): Promise<ImportRow | null> {
    const row = await repos.imports.find(userId, id);
    return row && hasWorkLeft(row) ? row : null;
  }

  /** Works until the time is over, in the file for one turn only. Returns whether this worker has work left. */
  async function workUntil(
    row: ImportRow,
    turn: ReadingTurn,
    until: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let next: ImportRow | null = row; next; next = await findWork(row.userId, row.id)) {
      if (next !== row && (row.state === 'reading' || Date.now() >= until)) return true;
      if (!(await work(next, turn, signal))) return false;
    }
    return false;
  }

  return {
    /** Runs until no work is left: the preview is ready, or the import is applied, undone or failed. */
    async run(userId: number, id: number): Promise<void> {
      for (let row = await findWork(userId, id); row; row = await findWork(userId, id))
        if (!(await work(row, UNLIMITED))) return;
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

    listWaitingUsers: repos.importWaiting.listUsers,

    matchLate: (userId: number): Promise<boolean> => matchLate(context, userId),

    /** Returns a handler that works for a few seconds, and queues the next job when work is left. */
    handler:
      (jobMs = JOB_MS): Handler<'import_work'> =>
      async ({ userId, payload: { importId } }, signal) => {
        if (userId === null) return;
        const row = await findWork(userId, importId);
        if (!row) return;
        const isReading = row.state === 'reading';
        const usedMs = isReading ? Math.max(row.readMs, await repos.imports.sumReadMs(userId)) : 0;
        const shortMs = shortTurnMs - usedMs;
        const lane = !isReading ? 'database' : shortMs > 0 ? 'short' : 'long';
        const next = { kind: 'import_work', userId, payload: { importId } } as const;
        const end = turns.take(importId, lane, usedMs);
        // Another job gets this slot of the worker meanwhile.
        if (!end) return repos.outbox.add({ ...next, availableAt: new Date(Date.now() + ASK_AGAIN_MS) });
        const until = Date.now() + jobMs;
        const turn = lane === 'short' ? { until, endsAfterMs: shortMs } : UNLIMITED;
        const hasMore = await workUntil(row, turn, until, signal).finally(end);
        if (hasMore) await repos.outbox.add(next);
      },
  };
}

export type ImportWork = ReturnType<typeof createImportWork>;
