import type { ModelMeta } from '@marquee/recommender';
import { z } from 'zod';
import type { Db } from '#src/database.ts';

/** All models of this product are trained on its own members' ratings. */
const KIND = 'members';
const RATINGS_A_PAGE = 50_000;

export interface StoredBytes {
  version: number;
  meta: ModelMeta;
  bytes: Uint8Array;
}

/** The column is JSON that only `createModel` writes; its layout is checked where it is loaded (`format`). */
const Meta = z.custom<ModelMeta>((value) => typeof value === 'object' && value !== null && 'format' in value);

export const createModelsRepository = (db: Db) => ({
  /** The model in use, as the recommender encoded it; null while there is none. */
  async findActive(): Promise<StoredBytes | null> {
    const model = await db.recommenderModel.findFirst({ where: { kind: KIND, status: 'active' } });
    if (!model?.parameters) return null;
    return { version: model.version, meta: Meta.parse(model.metadata), bytes: model.parameters };
  },

  /** Newest first, without their bytes: for operators. */
  list() {
    return db.recommenderModel.findMany({
      where: { kind: KIND },
      select: { version: true, status: true, metadata: true, createdAt: true },
      orderBy: { version: 'desc' },
    });
  },

  /** Puts a model in use; the one before it is kept whole, older ones only as a record. */
  async activate(bytes: Uint8Array<ArrayBuffer>, meta: ModelMeta): Promise<number> {
    await db.recommenderModel.updateMany({
      where: { kind: KIND, status: 'previous' },
      data: { status: 'candidate', parameters: null },
    });
    await db.recommenderModel.updateMany({
      where: { kind: KIND, status: 'active' },
      data: { status: 'previous' },
    });
    return createModel(db, 'active', { ...meta }, bytes);
  },

  /** Records a model that is not to be used, and why. */
  refuse: (meta: ModelMeta, reason: string): Promise<number> =>
    createModel(db, 'refused', { ...meta, reason }, null),

  async countRatings(): Promise<{ ratings: number; people: number }> {
    const [row] = await db.$queryRaw<{ ratings: number; people: number }[]>`
      SELECT count(*)::int AS ratings, count(DISTINCT user_id)::int AS people FROM user_medium_ratings`;
    return row ?? { ratings: 0, people: 0 };
  },

  /** All ratings in pages of parallel columns, in the order of their key. */
  async *readRatings(): AsyncGenerator<{ people: number[]; media: number[]; ratings: number[] }> {
    for (let after = { userId: 0, mediumId: 0 }; ; ) {
      const rows = await db.$queryRaw<{ user_id: number; medium_id: number; rating: number }[]>`
        SELECT user_id, medium_id, rating FROM user_medium_ratings
        WHERE (user_id, medium_id) > (${after.userId}, ${after.mediumId})
        ORDER BY user_id, medium_id LIMIT ${RATINGS_A_PAGE}`;
      yield {
        people: rows.map((row) => row.user_id),
        media: rows.map((row) => row.medium_id),
        ratings: rows.map((row) => row.rating),
      };
      const last = rows.at(-1);
      if (rows.length < RATINGS_A_PAGE || !last) return;
      after = { userId: last.user_id, mediumId: last.medium_id };
    }
  },
});

async function createModel(
  db: Db,
  status: 'active' | 'refused',
  meta: object,
  parameters: Uint8Array<ArrayBuffer> | null,
): Promise<number> {
  const last = await db.recommenderModel.aggregate({ where: { kind: KIND }, _max: { version: true } });
  const version = (last._max.version ?? 0) + 1;
  await db.recommenderModel.create({
    data: { kind: KIND, version, status, metadata: JSON.parse(JSON.stringify(meta)), parameters },
  });
  return version;
}

export type ModelsRepository = ReturnType<typeof createModelsRepository>;
