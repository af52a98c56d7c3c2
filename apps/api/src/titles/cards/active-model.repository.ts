import type { ModelMeta } from '@marquee/recommender';
import type { Read } from '#src/data/reader.ts';
import type { ModelKind } from './models.repository.ts';

export interface StoredBytes {
  version: number;
  meta: ModelMeta;
  bytes: Uint8Array;
}

/**
 * Checks only `format`, because only `models.repository.ts` writes this JSON column, and `loadModel` refuses an unknown
 * `format`. Every rebuild of the snapshot is a new thread, which would load zod for this check alone.
 */
const isMeta = (value: unknown): value is ModelMeta =>
  typeof value === 'object' && value !== null && 'format' in value;

/** Reads the models in use with their bytes. */
export function createActiveModelRepository(read: Read) {
  async function readBytes(modelId: number): Promise<Uint8Array> {
    const [size] = await read<{ total: number }>(
      `SELECT coalesce(sum(octet_length(bytes)), 0)::float8 AS total
       FROM recommender_model_parts WHERE model_id = $1`,
      [modelId],
    );
    const bytes = new Uint8Array(size?.total ?? 0);
    let at = 0;
    for (let part = 0; at < bytes.length; part++) {
      const [row] = await read<{ bytes: Uint8Array }>(
        'SELECT bytes FROM recommender_model_parts WHERE model_id = $1 AND part = $2',
        [modelId, part],
      );
      if (!row) throw new Error('the model was removed while it was read');
      bytes.set(row.bytes, at);
      at += row.bytes.length;
    }
    return bytes;
  }

  /** Reads the model of this kind that is in use. */
  async function findActiveOf(kind: ModelKind): Promise<StoredBytes | null> {
    const [model] = await read<{ id: number; version: number; metadata: unknown }>(
      "SELECT id, version, metadata FROM recommender_models WHERE kind = $1 AND status = 'active'",
      [kind],
    );
    if (!model) return null;
    if (!isMeta(model.metadata)) throw new Error(`the metadata of model ${model.id} have no format`);
    const bytes = await readBytes(model.id);
    return { version: model.version, meta: model.metadata, bytes };
  }

  return {
    findActiveOf,

    /**
     * Reads the model in use: the active members' model, otherwise the active base model, otherwise null.
     * @throws when the bytes of the model are deleted during the read.
     */
    async findActive(): Promise<StoredBytes | null> {
      return (await findActiveOf('members')) ?? (await findActiveOf('base'));
    },
  };
}

export type ActiveModelRepository = ReturnType<typeof createActiveModelRepository>;
