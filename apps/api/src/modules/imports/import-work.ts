import type { Handler } from '#src/jobs/handler.ts';
import { applyPiece } from './apply.ts';
import { type ImportRow, MovedOn } from './imports.repository.ts';
import { matchPiece } from './match.ts';
import { UnreadableFile } from './records.ts';
import { undoPiece } from './undo.ts';
import type { WorkContext } from './work-context.ts';

/** Maximum duration of a job in milliseconds, short so that a worker stops soon. The next job continues the work. */
const JOB_MS = 5_000;
/** Delay, in milliseconds, of the job that completes an interrupted undo. */
const UNDO_RESCUE_MS = 60_000;

/** Returns whether a worker has work left in this state of the import. */
const isOpen = ({ state }: ImportRow): boolean =>
  ['reading', 'matching', 'applying', 'undoing'].includes(state);

/**
 * Advances imports in pieces. Each piece is one transaction with the position, so a killed worker loses at most
 * one piece.
 */
export function createImportWork(context: WorkContext) {
  const { repos, withTransaction, log } = context;

  async function advance(row: ImportRow, until: number): Promise<void> {
    if (row.state === 'reading') {
      // The API rarely reads a file, so load the parsers of CSV, JSON and ZIP only for this step.
      const { readFilePieces } = await import('./read-file.ts');
      await readFilePieces(context, row, until);
    } else if (row.state === 'matching') await matchPiece(context, row);
    else if (row.state === 'applying') await applyPiece(context, row);
    else await undoPiece(context, row);
  }

  async function fail(row: ImportRow, { message }: UnreadableFile): Promise<void> {
    const current = await repos.imports.get(row.userId, row.id);
    await withTransaction(async (tx) => {
      await tx.imports.deleteParts(row.userId, row.id);
      await tx.imports.advance(current, { state: 'failed', failure: message });
    });
  }

  async function runUntil(userId: number, id: number, until: number): Promise<ImportRow | null> {
    for (;;) {
      const row = await repos.imports.find(userId, id);
      if (!row || !isOpen(row)) return null;
      try {
        await advance(row, until);
      } catch (error) {
        if (error instanceof MovedOn) {
          log.info({ importId: id }, 'another worker continues this import');
          return null;
        }
        if (!(error instanceof UnreadableFile)) throw error;
        await fail(row, error);
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
      async ({ userId, payload: { importId } }) => {
        if (userId === null) return;
        const row = await runUntil(userId, importId, Date.now() + jobMs);
        if (row && isOpen(row))
          await repos.outbox.add({ kind: 'import_work', userId, payload: { importId } });
      },
  };
}

export type ImportWork = ReturnType<typeof createImportWork>;
