import { undoAccount } from './apply-account.ts';
import { UNDO_KINDS } from './import-undo.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import type { WorkContext } from './work-context.ts';

const PAGE = 500;

/**
 * Restores the next rows of the journal and deletes these rows, so the work stores no position in the
 * journal.
 */
export async function undoPiece({ withTransaction }: WorkContext, row: ImportRow): Promise<void> {
  await withTransaction(async (tx) => {
    await tx.imports.lock(row);
    // A series that is numbered in another way moves the journal too.
    await tx.imports.lockUser(row.userId);
    tx.changed.add(row.userId);
    for (const kind of UNDO_KINDS) {
      const refs = await tx.importUndo.listRefs(row, kind, PAGE);
      if (refs.length === 0) continue;
      await tx.importUndo.passOn(row, kind, refs);
      if (kind === 'list') await tx.importUndo.deleteLists(row.userId, refs);
      else await tx.importUndo.restore(row, kind, refs);
      await tx.importUndo.forget(row, kind, refs);
      return tx.imports.advance(row, { progress: Math.min(99, row.progress + 1) });
    }
    await undoAccount(tx, row);
    await tx.importUndo.forget(row, 'account', ['settings']);
    await tx.importWaiting.forget(row);
    await tx.imports.advance(row, { state: 'undone', progress: 100, undoneAt: new Date() });
  });
}
