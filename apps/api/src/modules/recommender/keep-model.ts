import { decodeModel, type ModelMeta, type PromotionDecision, type StoredModel } from '@marquee/recommender';
import type { StoredBytes } from '#src/titles/cards/active-model.repository.ts';
import type { ModelsRepository } from '#src/titles/cards/models.repository.ts';

interface Trained {
  meta: ModelMeta;
  decision: PromotionDecision;
  bytes: Uint8Array<ArrayBuffer>;
  /** Version of the model that was in use at the comparison. The value is null when no model was in use. */
  replaced: number | null;
}

/** Puts a promoted model in use, and only records any other model. Call this function in a transaction. */
export async function keepModel(
  models: Pick<ModelsRepository, 'activate' | 'refuse'>,
  { meta, decision, bytes, replaced }: Trained,
): Promise<{ version: number; decision: PromotionDecision }> {
  if (!decision.accept) return { version: await models.refuse(meta, decision.reason), decision };
  const version = await models.activate(bytes, { ...meta, lost: decision.lost }, replaced);
  if (version !== null) return { version, decision };
  const reason = 'another model was put in use than the one it was compared with';
  return {
    version: await models.refuse(meta, reason),
    decision: { ...decision, accept: false, reason },
  };
}

/**
 * Decodes the model in use, to start a training from this model. Returns undefined when no model is in use or
 * when the format differs.
 */
export function decodeActive(
  active: StoredBytes | null,
  warn: (reason: string) => void,
): StoredModel | undefined {
  try {
    return active ? decodeModel(active.meta, active.bytes) : undefined;
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
