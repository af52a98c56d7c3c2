import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeImport,
  type ConfirmImport,
  IMPORTS_OPEN_MAX,
  type Import,
  type ImportColumnChoice,
  type ImportPreview,
  type ImportQuery,
  type ImportSource,
  type ImportUploadQuery,
} from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import { hashOfHeader } from './files/columns.ts';
import type { ImportListsRepository } from './import-lists.repository.ts';
import { previewImport } from './import-preview.ts';
import type { ImportTitlesRepository } from './import-titles.repository.ts';
import type { ImportWork } from './import-work.ts';
import { toChosen, toColumns, toImport, toProfiles, undoUntil } from './imports.mapper.ts';
import { type ImportRow, type ImportsRepository, MovedOn } from './imports.repository.ts';
import { dropKeptFile, keepFile } from './kept-file.ts';
import { makeRoom } from './storage.ts';
import { receive, withTemporaryFile } from './upload.ts';
import { createUploadGate } from './upload-gate.ts';

const SHOWN = 50;
/** Delay of the job that ends an import whose file was not stored whole. Storing takes seconds. */
const STORE_RESCUE_MS = 5 * 60_000;
const ONE_AT_A_TIME = 'Another import of yours is still running. Please wait until it is done.';
const READ_NO_MORE =
  'The file can be read again only before the import is confirmed, and not while it is being read.';
const NO_ROOM =
  'There is no room for this file at the moment. Confirm your email address, or try again later.';
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
  email: Pick<EmailService, 'getStanding'>;
  importWork: ImportWork;
}

const keyOf = (id: number): string => `import-${id}`;

/** Queues a job for the import, unless a job is already queued. */
const start = async (
  tx: Pick<Repos, 'outbox'>,
  { userId, id }: Pick<ImportRow, 'userId' | 'id'>,
  availableAt?: Date,
) =>
  tx.outbox.add({
    kind: 'import_work',
    userId,
    payload: { importId: id },
    dedupeKey: keyOf(id),
    availableAt,
  });

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

/** Ends the import that waits for the choice of a profile, and drops files that failed, so that they do not pile up. */
async function dropWaiting(tx: Pick<Repos, 'imports'>, userId: number): Promise<void> {
  await tx.imports.deletePartsOfFailed(userId);
  const waiting = await tx.imports.findWaiting(userId);
  if (!waiting) return;
  await dropKeptFile(tx.imports, waiting);
  await tx.imports.advance(waiting, { state: 'failed', failure: REPLACED, failureCode: 'limit_reached' });
}

type Change = z.output<typeof ChangeImport>;

/** Returns whether the file is read as wanted, or is being read so. */
function isRead(row: ImportRow, { profile, source, kind, scale, columns }: Change): boolean {
  const chosen = toChosen(row.chosen);
  const isSource = source === undefined || (source === row.source && row.state !== 'failed');
  return (
    isSource &&
    (profile === undefined || profile === row.profile) &&
    (kind === undefined || kind === chosen.kind) &&
    (scale === undefined || scale === chosen.scale) &&
    (columns === undefined || isDeepStrictEqual(columns, chosen.columns))
  );
}

/** @throws AppError 422 when the choice names a column that the file does not have. */
function requireColumns(row: ImportRow, { columns = [] }: Change): void {
  const known = new Set(toColumns(row.columns).map(({ name }) => name));
  if (columns.some(({ name }) => !known.has(name)))
    throw fieldError('columns', 'This file has no such column');
}

/** A table is known again by all of its columns. */
function toHeader(row: ImportRow, columns: ImportColumnChoice[]) {
  const header = toColumns(row.columns).map(({ name }) => name);
  return { hash: hashOfHeader(header), header, columns };
}

const mayReadAgain = ({ state, failureCode }: ImportRow): boolean =>
  state === 'profile' || state === 'ready' || (state === 'failed' && failureCode === 'other_source');

const isBeingRead = ({ state }: ImportRow): boolean => state === 'reading' || state === 'matching';

/** The columns of an import whose file is read from its start, as another service's when one is named. */
function readAgain(row: ImportRow, { profile, source, kind, scale, columns }: Change) {
  const isOther = source !== undefined && source !== row.source;
  const chosen = toChosen(row.chosen);
  const next = {
    kind: kind ?? chosen.kind ?? undefined,
    scale: scale ?? chosen.scale ?? undefined,
    columns: columns ?? chosen.columns,
  };
  return {
    state: 'reading',
    phase: '',
    cursor: 0,
    progress: 0,
    lists: [],
    columns: [],
    files: [],
    filesCount: 0,
    counts: {},
    kind: null,
    scale: null,
    scaleCertain: false,
    looksLike: null,
    failure: null,
    failureCode: null,
    readBeforeMs: row.readMs,
    chosen: isOther ? { kind, scale, columns } : next,
    ...(isOther && { source, profiles: [], profile: null }),
    ...(profile !== undefined && { profile }),
  };
}

/** Creates the import of a file, or returns the open import of the same file. */
async function create(
  withTransaction: WithTransaction<Repos>,
  file: Pick<ImportRow, 'userId' | 'sha256' | 'bytes' | 'fileName'> & { source: ImportSource | undefined },
): Promise<{ row: ImportRow; isNew: boolean }> {
  const { userId, source, sha256 } = file;
  return withTransaction(async (tx) => {
    // Serializes simultaneous uploads, so that they cannot exceed the limit of open imports.
    await tx.imports.lockUser(userId);
    const open = await tx.imports.findOpen(userId, source, sha256);
    if (open) return { row: open, isNew: false };
    await requireNoneRunning(tx, userId);
    await dropWaiting(tx, userId);
    if ((await tx.imports.countOpen(userId)) >= IMPORTS_OPEN_MAX)
      throw new AppError('limit_reached', {
        message: `You can have at most ${IMPORTS_OPEN_MAX} open imports. Confirm one first, or wait a week.`,
      });
    const row = await tx.imports.create({ ...file, source: source ?? null });
    await start(tx, row, new Date(Date.now() + STORE_RESCUE_MS));
    return { row, isNew: true };
  }, `user ${userId}`);
}

/**
 * Receives the file and stores it. The parts are written one by one outside a transaction, so that no upload holds a
 * connection of the pool. An import that misses parts, because the process ended, fails in the job of `create`.
 */
async function store(
  { repos, withTransaction }: Pick<Dependencies, 'repos' | 'withTransaction'>,
  userId: number,
  { source, file_name: fileName }: z.output<typeof ImportUploadQuery>,
  body: Readable,
): Promise<ImportRow> {
  return withTemporaryFile(async (path) => {
    const received = await receive(body, path);
    const { row, isNew } = await create(withTransaction, { userId, source, fileName, ...received });
    if (!isNew) return row;
    try {
      await keepFile(repos.imports, row, path);
      await withTransaction(async (tx) => {
        await tx.imports.measure(row);
        await tx.outbox.cancel(keyOf(row.id));
        await start(tx, row);
      });
    } catch (error) {
      await repos.imports.deleteUnconfirmed(row);
      throw error;
    }
    return row;
  });
}

/** Uploads, previews, reads again, confirms and undoes imports. The pieces of work are in import-work.ts. */
export function createImportsService({ repos, withTransaction, limits, email, importWork }: Dependencies) {
  const gate = createUploadGate();
  return {
    /**
     * Stores an upload. A repeated upload of the same file returns the open import.
     * @param length the Content-Length of the body, or null.
     */
    async upload(
      { userId }: Ctx,
      query: z.output<typeof ImportUploadQuery>,
      { body, length }: { body: Readable; length: number | null },
    ): Promise<{ import: Import }> {
      const isProven = (await email.getStanding(userId)) !== 'unproven';
      const leave = gate.enter({ userId, isProven }, length);
      try {
        await limits.take('imports', String(userId));
        const row = await store({ repos, withTransaction }, userId, query, body);
        if (isProven) return { import: toImport(row) };
        await makeRoom(repos.imports);
        const kept = await repos.imports.find(userId, row.id);
        if (!kept) throw new AppError('limit_reached', { message: NO_ROOM });
        return { import: toImport(kept) };
      } finally {
        leave();
      }
    },

    async list({ userId }: Ctx): Promise<{ imports: Import[] }> {
      return { imports: (await repos.imports.list(userId, SHOWN)).map(toImport) };
    },

    async get({ userId }: Ctx, id: number, query: z.output<typeof ImportQuery>): Promise<ImportPreview> {
      const row = await repos.imports.get(userId, id);
      return previewImport(repos, row, query);
    },

    /** Reads the file again in another way. A repeated call changes nothing. */
    async change({ userId }: Ctx, id: number, wanted: Change): Promise<{ import: Import }> {
      const row = await repos.imports.get(userId, id);
      const isRepeated = isRead(row, wanted);
      if (!mayReadAgain(row) && !(isRepeated && isBeingRead(row)))
        throw new AppError('conflict', { message: READ_NO_MORE });
      if (!isRepeated) {
        if (row.source === 'marquee' && wanted.source === undefined && (wanted.kind || wanted.scale))
          throw fieldError(wanted.kind ? 'kind' : 'scale', 'An export of Marquee says it itself');
        requireColumns(row, wanted);
        const { profile } = wanted;
        if (profile !== undefined && !toProfiles(row.profiles).some(({ name }) => name === profile))
          throw fieldError('profile', 'This file has no such profile');
        try {
          await withTransaction(async (tx) => {
            await requireNoneRunning(tx, userId, id);
            // The file of a preview that an older version made is gone.
            if (row.state !== 'profile' && !(await tx.imports.hasParts(userId, id)))
              throw new AppError('conflict', { message: READ_NO_MORE });
            if (wanted.columns) await tx.imports.rememberHeader(userId, toHeader(row, wanted.columns));
            await tx.importTitles.deleteRows(row);
            await tx.imports.advance(row, readAgain(row, wanted));
            await start(tx, row);
          }, `user ${userId}`);
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
          await dropKeptFile(tx.imports, row);
          await tx.imports.advance(row, { state: 'applying', phase: 'titles', cursor: 0, progress: 0 });
          await start(tx, row);
        }, `user ${userId}`);
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
