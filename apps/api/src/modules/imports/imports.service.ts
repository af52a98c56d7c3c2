import type { Readable } from 'node:stream';
import {
  type ConfirmImport,
  IMPORTS_OPEN_MAX,
  type Import,
  type ImportPreview,
  type ImportQuery,
  type ImportUploadQuery,
} from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { ImportListsRepository } from './import-lists.repository.ts';
import { previewImport } from './import-preview.ts';
import type { ImportTitlesRepository } from './import-titles.repository.ts';
import type { ImportWork } from './import-work.ts';
import { toImport, toProfiles, undoUntil } from './imports.mapper.ts';
import { type ImportRow, type ImportsRepository, MovedOn } from './imports.repository.ts';
import { partsOf, receive, withTemporaryFile } from './upload.ts';

const SHOWN = 50;
const ONE_AT_A_TIME = 'Another import of yours is still running. Please wait until it is done.';
const REPLACED = 'No profile was chosen before the next upload. Please upload this file again.';

interface Repos {
  imports: ImportsRepository;
  importTitles: ImportTitlesRepository;
  importLists: ImportListsRepository;
  outbox: OutboxRepository;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  limits: Pick<Limits, 'take'>;
  importWork: ImportWork;
}

/** Queues a job for the import, unless a job is already queued. */
const start = async (tx: Pick<Repos, 'outbox'>, { userId, id }: Pick<ImportRow, 'userId' | 'id'>) =>
  tx.outbox.add({ kind: 'import_work', userId, payload: { importId: id }, dedupeKey: `import-${id}` });

/**
 * Refuses work on an import while another import of the user is running, so that one user cannot use up the
 * workers. Locks the user, because simultaneous calls could both see that nothing runs.
 */
async function requireNoneRunning(
  tx: Pick<Repos, 'imports'>,
  userId: number,
  exceptId?: number,
): Promise<void> {
  await tx.imports.lockUser(userId);
  if (await tx.imports.isRunning(userId, exceptId))
    throw new AppError('limit_reached', { message: ONE_AT_A_TIME });
}

/** Ends the import that waits for the choice of a profile, because it keeps its file as long as it waits. */
async function dropWaiting(tx: Pick<Repos, 'imports'>, userId: number): Promise<void> {
  const waiting = await tx.imports.findWaiting(userId);
  if (!waiting) return;
  await tx.imports.deleteParts(userId, waiting.id);
  await tx.imports.advance(waiting, { state: 'failed', failure: REPLACED, failureCode: 'limit_reached' });
}

async function store(
  withTransaction: WithTransaction<Repos>,
  userId: number,
  query: z.output<typeof ImportUploadQuery>,
  body: Readable,
): Promise<ImportRow> {
  return withTemporaryFile(async (path) => {
    const { bytes, sha256 } = await receive(body, path);
    const { source, file_name: fileName } = query;
    return withTransaction(async (tx) => {
      // Serializes simultaneous uploads, so that they cannot exceed the limit of open imports.
      await tx.imports.lockUser(userId);
      const open = await tx.imports.findOpen(userId, source, sha256);
      if (open) return open;
      await requireNoneRunning(tx, userId);
      await dropWaiting(tx, userId);
      if ((await tx.imports.countOpen(userId)) >= IMPORTS_OPEN_MAX)
        throw new AppError('limit_reached', {
          message: `You can have at most ${IMPORTS_OPEN_MAX} open imports. Confirm one first, or wait a week.`,
        });
      const row = await tx.imports.create({ userId, source: source ?? null, sha256, bytes, fileName });
      let part = 0;
      for await (const piece of partsOf(path)) await tx.imports.addPart(userId, row.id, part++, piece);
      await start(tx, row);
      return row;
    });
  });
}

/** Uploads, previews, confirms and undoes imports. The pieces of work are in import-work.ts. */
export function createImportsService({ repos, withTransaction, limits, importWork }: Dependencies) {
  return {
    /** Stores an upload. A repeated upload of the same file returns the open import. */
    async upload(
      { userId }: Ctx,
      query: z.output<typeof ImportUploadQuery>,
      body: Readable,
    ): Promise<{ import: Import }> {
      await limits.take('imports', String(userId));
      return { import: toImport(await store(withTransaction, userId, query, body)) };
    },

    async list({ userId }: Ctx): Promise<{ imports: Import[] }> {
      return { imports: (await repos.imports.list(userId, SHOWN)).map(toImport) };
    },

    async get({ userId }: Ctx, id: number, query: z.output<typeof ImportQuery>): Promise<ImportPreview> {
      const row = await repos.imports.get(userId, id);
      return previewImport(repos, row, query);
    },

    /** Chooses the profile of a file that has several, and goes on reading. A repeated call changes nothing. */
    async chooseProfile(
      { userId }: Ctx,
      id: number,
      { profile }: { profile: string },
    ): Promise<{ import: Import }> {
      const row = await repos.imports.get(userId, id);
      if (row.profile !== profile) {
        if (row.state !== 'profile') throw new AppError('not_permitted');
        if (!toProfiles(row.profiles).some(({ name }) => name === profile))
          throw fieldError('profile', 'This file has no such profile');
        try {
          await withTransaction(async (tx) => {
            await requireNoneRunning(tx, userId, id);
            await tx.imports.advance(row, { state: 'reading', profile });
            await start(tx, row);
          });
        } catch (error) {
          // A simultaneous call has chosen.
          if (!(error instanceof MovedOn)) throw error;
        }
      }
      return { import: toImport(await repos.imports.get(userId, id)) };
    },

    /** Confirms an import. Returns an import unchanged when it is already confirmed. */
    async confirm(
      { userId }: Ctx,
      id: number,
      { choices }: z.output<typeof ConfirmImport>,
    ): Promise<{ import: Import }> {
      const row = await repos.imports.get(userId, id);
      if (row.state === 'applying' || row.state === 'applied') return { import: toImport(row) };
      if (row.state === 'reading' || row.state === 'matching')
        throw new AppError('conflict', {
          message: 'The file is still being read. Please wait for the preview.',
        });
      if (row.state !== 'ready') throw new AppError('not_permitted');
      const wanted = [...new Map(choices.map((choice) => [choice.id, choice])).values()];
      const mediumIds = [
        ...new Set(wanted.flatMap(({ medium_id }) => (medium_id === null ? [] : [medium_id]))),
      ];
      if ((await repos.importTitles.listMedia(mediumIds)).length < mediumIds.length)
        throw fieldError('choices', 'One of the chosen titles does not exist');
      try {
        await withTransaction(async (tx) => {
          await requireNoneRunning(tx, userId, id);
          const saved = await tx.importTitles.saveChoices(row, wanted);
          if (saved < wanted.length) throw fieldError('choices', 'One of the choices is not in this import');
          await tx.imports.advance(row, { state: 'applying', phase: 'titles', cursor: 0, progress: 0 });
          await start(tx, row);
        });
      } catch (error) {
        // A simultaneous call has confirmed the import.
        if (!(error instanceof MovedOn)) throw error;
      }
      return { import: toImport(await repos.imports.get(userId, id)) };
    },

    /** Undoes the whole import before the reply. After a crash, a job or a repeated call completes the undo. */
    async undo({ userId }: Ctx, id: number): Promise<{ import: Import }> {
      const row = await repos.imports.get(userId, id);
      if (row.state === 'undone') return { import: toImport(row) };
      if (row.state === 'applying')
        throw new AppError('conflict', {
          message: 'This import is still being applied. Please wait until it is done.',
        });
      if (row.state !== 'undoing') {
        if (row.state !== 'applied' || row.appliedAt === null) throw new AppError('not_permitted');
        if (undoUntil(row.appliedAt) < new Date())
          throw new AppError('not_permitted', { message: 'An import can be undone for 30 days.' });
        await importWork.startUndo(row);
      }
      await importWork.run(userId, id);
      return { import: toImport(await repos.imports.get(userId, id)) };
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;
