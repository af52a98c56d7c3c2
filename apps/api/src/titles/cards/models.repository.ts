import type { ModelMeta } from '@marquee/recommender';
import type { Db } from '#src/data/database.ts';

/** `members`: trained on the ratings of members. `base`: from a ratings file, as earlier versions trained them. */
export type ModelKind = 'members' | 'base';

const COUNTED_RATINGS = 1_000_000;
/**
 * Size of a stored part in bytes, limited by the statement timeout. Prisma makes several copies as text and
 * never frees their memory.
 */
const PART_BYTES = 2 ** 20;

export const createModelsRepository = (db: Db) => ({
  /** Returns all models for operators, newest first, without their bytes. */
  list() {
    return db.recommenderModel.findMany({
      select: { kind: true, version: true, status: true, metadata: true, createdAt: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  },

  /**
   * Puts a model in use, in a transaction. The replaced model keeps its bytes for `goBack`, and the older
   * `previous` loses them.
   * @param replaced the version in use; null for none.
   * @returns the new version, or null when `replaced` is not in use.
   */
  async activate(
    bytes: Uint8Array<ArrayBuffer>,
    meta: ModelMeta,
    replaced: number | null,
  ): Promise<number | null> {
    const [active] = await db.$queryRaw<{ version: number }[]>`
      SELECT version FROM recommender_models WHERE kind = 'members' AND status = 'active' FOR UPDATE`;
    if ((active?.version ?? null) !== replaced) return null;
    await db.recommenderModelPart.deleteMany({ where: { model: { kind: 'members', status: 'previous' } } });
    await setStatus(db, 'members', 'previous', 'retired');
    await setStatus(db, 'members', 'active', 'previous');
    const { id, version } = await createModel(db, 'active', { ...meta });
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const from = part * PART_BYTES;
      await db.recommenderModelPart.create({
        data: { modelId: id, part, bytes: bytes.subarray(from, from + PART_BYTES) },
        select: { part: true },
      });
    }
    return version;
  },

  /** Stores the record of a refused model with the reason. */
  async refuse(meta: ModelMeta, reason: string): Promise<number> {
    const { version } = await createModel(db, 'refused', { ...meta, reason });
    return version;
  },

  /**
   * Exchanges the model in use and the previous model. Needs a transaction.
   * @returns false, without a change, when `version` is not the previous model.
   */
  async goBack(version: number): Promise<boolean> {
    const before = await db.recommenderModel.findFirst({
      where: { kind: 'members', version, status: 'previous' },
    });
    if (!before) return false;
    // Only one model may be `previous` and only one may be `active`, so the previous model becomes `retired`
    // first.
    await setStatus(db, 'members', 'previous', 'retired');
    await setStatus(db, 'members', 'active', 'previous');
    await db.recommenderModel.update({ where: { id: before.id }, data: { status: 'active' } });
    return true;
  },

  /**
   * Takes the base model out of use and deletes the bytes of all base models, but not their records. Needs a
   * transaction.
   * @returns whether a base model was in use.
   */
  async dropBase(): Promise<boolean> {
    const { count } = await setStatus(db, 'base', 'active', 'retired');
    await setStatus(db, 'base', 'previous', 'retired');
    await db.recommenderModelPart.deleteMany({ where: { model: { kind: 'base' } } });
    return count > 0;
  },

  /** Counts ratings and users, up to a million ratings. A count of all ratings could exceed the statement timeout. */
  async countRatings(): Promise<{ ratings: number; users: number }> {
    const [row] = await db.$queryRaw<{ ratings: number; users: number }[]>`
      SELECT count(*)::int AS ratings, count(DISTINCT user_id)::int AS users
        FROM (SELECT user_id FROM user_medium_ratings LIMIT ${COUNTED_RATINGS}) AS counted`;
    return row ?? { ratings: 0, users: 0 };
  },
});

type Status = 'active' | 'previous' | 'retired' | 'refused';

const setStatus = (db: Db, kind: ModelKind, from: Status, to: Status) =>
  db.recommenderModel.updateMany({ where: { kind, status: from }, data: { status: to } });

async function createModel(db: Db, status: Status, meta: object): Promise<{ id: number; version: number }> {
  const last = await db.recommenderModel.aggregate({ where: { kind: 'members' }, _max: { version: true } });
  const version = (last._max.version ?? 0) + 1;
  return db.recommenderModel.create({
    data: { kind: 'members', version, status, metadata: JSON.parse(JSON.stringify(meta)) },
    select: { id: true, version: true },
  });
}

export type ModelsRepository = ReturnType<typeof createModelsRepository>;
