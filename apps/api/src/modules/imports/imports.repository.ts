import { IMPORT_HEADERS_MAX, type ImportColumnChoice } from '@marquee/contracts';
import type { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';
import type { ListRef } from './records.ts';

/** The columns of an import that a piece of work may change. */
export type ImportUpdate = Partial<
  Pick<
    Prisma.UserImportUncheckedUpdateInput,
    | 'state'
    | 'phase'
    | 'cursor'
    | 'progress'
    | 'lists'
    | 'counts'
    | 'columns'
    | 'kind'
    | 'scale'
    | 'scaleCertain'
    | 'files'
    | 'filesCount'
    | 'chosen'
    | 'looksLike'
    | 'readBeforeMs'
  >
> &
  Pick<
    Prisma.UserImportUncheckedUpdateInput,
    'source' | 'profiles' | 'profile' | 'choices' | 'failure' | 'failureCode' | 'appliedAt' | 'undoneAt'
  >;

export type ImportRow = Prisma.UserImportGetPayload<object>;

/** Thrown when another worker has completed the same piece. */
export class MovedOn extends Error {
  override readonly name = 'MovedOn';
}

const HOUR_MS = 60 * 60_000;

/** The states in which a worker has work left. */
const RUNNING = ['reading', 'matching', 'applying', 'undoing'];
const OPEN = ['reading', 'profile', 'matching', 'ready', 'applying'];
const UNCONFIRMED = ['reading', 'profile', 'matching', 'ready', 'failed'];

/** Returns whether a worker has work left in this state of the import. */
export const hasWorkLeft = ({ state }: Pick<ImportRow, 'state'>): boolean => RUNNING.includes(state);

export const createImportsRepository = (db: Db) => ({
  create: (
    data: Pick<ImportRow, 'userId' | 'source' | 'sha256' | 'bytes' | 'fileName'>,
  ): Promise<ImportRow> => db.userImport.create({ data: { ...data, storedBytes: data.bytes } }),

  /** Deletes an import, unless it was confirmed meanwhile: the journal of what it wrote would go with it. */
  async deleteUnconfirmed({ userId, id }: Pick<ImportRow, 'userId' | 'id'>): Promise<void> {
    await db.userImport.deleteMany({ where: { userId, id, state: { in: UNCONFIRMED } } });
  },

  /** Creates an import of titles that arrived later. They need no reading. */
  createLate: (
    data: Pick<ImportRow, 'userId' | 'source' | 'sha256'> & { lists: ListRef[] },
  ): Promise<ImportRow> =>
    db.userImport.create({ data: { ...data, bytes: 0, state: 'matching', isLate: true } }),

  /** Finds the open import of the same file by the hash of the file. Without a source, any source fits. */
  findOpen: (userId: number, source: string | undefined, sha256: string) =>
    db.userImport.findFirst({
      where: { userId, sha256, state: { in: OPEN }, ...(source !== undefined && { source }) },
    }),

  /** Finds the import that waits for the choice of a profile. A user has one at most. */
  findWaiting: (userId: number) => db.userImport.findFirst({ where: { userId, state: 'profile' } }),

  /** Deletes the kept files of imports that failed, for which nobody has chosen another service. */
  async deletePartsOfFailed(userId: number): Promise<void> {
    await db.userImportPart.deleteMany({ where: { userId, import: { state: 'failed' } } });
  },

  /** Returns whether the file of the import is kept. */
  async hasParts(userId: number, importId: number): Promise<boolean> {
    const where = { userId_importId_part: { userId, importId, part: 0 } };
    return (await db.userImportPart.findUnique({ where, select: { part: true } })) !== null;
  },

  /** Returns whether an import of the user is running, other than the import `exceptId`. */
  async isRunning(userId: number, exceptId?: number): Promise<boolean> {
    const where = {
      userId,
      state: { in: RUNNING },
      ...(exceptId !== undefined && { id: { not: exceptId } }),
    };
    return (await db.userImport.findFirst({ where, select: { id: true } })) !== null;
  },

  /** Returns the number of stored rows of all imports of the user. */
  async countRows(userId: number): Promise<number> {
    const { _sum } = await db.userImport.aggregate({ where: { userId }, _sum: { storedRows: true } });
    return _sum.storedRows ?? 0;
  },

  /** Adds to the time for which a reader worked on the file. */
  async addReadMs({ userId, id }: Pick<ImportRow, 'userId' | 'id'>, ms: number): Promise<void> {
    await db.userImport.updateMany({ where: { userId, id }, data: { readMs: { increment: ms } } });
  },

  /** Returns the milliseconds for which readers worked on the files that the user uploaded in the last hour. */
  async sumReadMs(userId: number): Promise<number> {
    const createdAt = { gt: new Date(Date.now() - HOUR_MS) };
    const { _sum } = await db.userImport.aggregate({ where: { userId, createdAt }, _sum: { readMs: true } });
    return _sum.readMs ?? 0;
  },

  /** Returns what the user said of the columns of tables, the last said first. */
  listHeaders: (userId: number) =>
    db.userImportHeader.findMany({
      where: { userId },
      orderBy: [{ updatedAt: 'desc' }, { hash: 'asc' }],
      take: IMPORT_HEADERS_MAX,
      select: { hash: true, columns: true },
    }),

  /** Remembers what the user says of the columns of a table. What was said longest ago is forgotten beyond a limit. */
  async rememberHeader(
    userId: number,
    { hash, header, columns }: { hash: string; header: string[]; columns: ImportColumnChoice[] },
  ): Promise<void> {
    const updatedAt = new Date();
    await db.userImportHeader.upsert({
      where: { userId_hash: { userId, hash } },
      create: { userId, hash, header, columns, updatedAt },
      update: { columns, updatedAt },
    });
    const kept = await this.listHeaders(userId);
    if (kept.length === IMPORT_HEADERS_MAX)
      await db.userImportHeader.deleteMany({
        where: { userId, hash: { notIn: kept.map((each) => each.hash) } },
      });
  },

  countOpen: (userId: number) => db.userImport.count({ where: { userId, state: { in: OPEN } } }),

  find: (userId: number, id: number) => db.userImport.findUnique({ where: { userId_id: { userId, id } } }),

  /** @throws AppError not_found, also for an import of another user. */
  async get(userId: number, id: number): Promise<ImportRow> {
    const row = await db.userImport.findUnique({ where: { userId_id: { userId, id } } });
    if (!row) throw new AppError('not_found');
    return row;
  },

  list: (userId: number, limit: number) =>
    db.userImport.findMany({ where: { userId }, orderBy: { id: 'desc' }, take: limit }),

  async addPart(
    userId: number,
    importId: number,
    part: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    await db.userImportPart.create({ data: { userId, importId, part, bytes }, select: { part: true } });
  },

  async findPart(userId: number, importId: number, part: number): Promise<Uint8Array | null> {
    const where = { userId_importId_part: { userId, importId, part } };
    return (await db.userImportPart.findUnique({ where, select: { bytes: true } }))?.bytes ?? null;
  },

  async deleteParts(userId: number, importId: number): Promise<void> {
    await db.userImportPart.deleteMany({ where: { userId, importId } });
  },

  /**
   * Locks the import for a piece of work. Another worker on the same import waits until the transaction ends.
   * @throws MovedOn when another worker has completed this step.
   */
  async lock({ userId, id, step }: Pick<ImportRow, 'userId' | 'id' | 'step'>): Promise<void> {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM user_imports WHERE user_id = ${userId} AND id = ${id} AND step = ${step} FOR UPDATE`;
    if (rows.length === 0) throw new MovedOn();
  },

  /**
   * Completes a piece of work. Call this function in the transaction that writes the piece.
   * @throws MovedOn when another worker has completed this step.
   */
  async advance(
    { userId, id, step }: Pick<ImportRow, 'userId' | 'id' | 'step'>,
    data: ImportUpdate,
  ): Promise<void> {
    const { count } = await db.userImport.updateMany({
      where: { userId, id, step },
      data: { ...data, step: { increment: 1 } },
    });
    if (count === 0) throw new MovedOn();
    if (data.state !== undefined) await this.measure({ userId, id });
  },

  /** Stores how many bytes the import has in all tables. */
  async measure({ userId, id }: Pick<ImportRow, 'userId' | 'id'>): Promise<void> {
    await db.$executeRaw`
      UPDATE user_imports SET stored_bytes = marquee_import_bytes(user_id, id) WHERE user_id = ${userId} AND id = ${id}`;
  },

  /** Adds to the stored bytes between two measurements. */
  async addBytes({ userId, id }: Pick<ImportRow, 'userId' | 'id'>, bytes: number): Promise<void> {
    await db.userImport.updateMany({ where: { userId, id }, data: { storedBytes: { increment: bytes } } });
  },

  /** Returns the bytes that all imports of the user store. */
  async sumBytes(userId: number): Promise<number> {
    const { _sum } = await db.userImport.aggregate({ where: { userId }, _sum: { storedBytes: true } });
    return _sum.storedBytes ?? 0;
  },

  /**
   * When the imports of all accounts without a proven address store more than `max` bytes, finds the oldest import that is
   * not confirmed of the account that stores most.
   */
  async findOverflow(max: number): Promise<Pick<ImportRow, 'userId' | 'id'> | null> {
    const [row] = await db.$queryRaw<Pick<ImportRow, 'userId' | 'id'>[]>`
      WITH held AS MATERIALIZED (
        SELECT user_id, sum(stored_bytes) AS bytes FROM user_imports JOIN users ON users.id = user_id
         WHERE email_verified_at IS NULL AND stored_bytes > 0 GROUP BY user_id)
      SELECT user_id AS "userId", import.id FROM user_imports AS import JOIN held USING (user_id)
       WHERE (SELECT sum(bytes) FROM held) > ${max} AND stored_bytes > 0 AND state = ANY (${UNCONFIRMED})
       ORDER BY held.bytes DESC, user_id, import.id LIMIT 1`;
    return row ?? null;
  },

  /**
   * Locks the user until the transaction ends. Uploads, and list changes by imports and by calls, then run one
   * after another.
   */
  async lockUser(userId: number): Promise<void> {
    await db.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  },
});

export type ImportsRepository = ReturnType<typeof createImportsRepository>;
