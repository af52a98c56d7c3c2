import type { ModelMeta, PromotionDecision } from '@marquee/recommender';
import { describe, expect, it } from 'vitest';
import { decodeActive, keepModel } from './keep-model.ts';

const meta: ModelMeta = {
  format: 1,
  kind: 'trained',
  seed: 1,
  hyper: {},
  data: { ratings: 1, people: 1, items: 1 },
  heldout: null,
  rivals: { content: null, previous: null },
  arrays: [],
};
const bytes = new Uint8Array(4);

/**
 * Creates a test double of the repository that records its calls. `activate` succeeds only when it replaces
 * version `inUse`.
 */
function fakeModels(inUse: number | null) {
  const done: unknown[] = [];
  return {
    done,
    async activate(_bytes: Uint8Array, { lost }: ModelMeta, replaced: number | null) {
      done.push(['activate', lost]);
      return replaced === inUse ? 8 : null;
    },
    async refuse(_meta: ModelMeta, reason: string) {
      done.push(['refuse', reason]);
      return 9;
    },
  };
}

describe('a trained model', () => {
  const lost = { rmse: 0.001, ndcg100: 0 };
  const good: PromotionDecision = { accept: true, reason: 'better', lost };

  it('is recorded and never put in use when it was refused', async () => {
    const models = fakeModels(7);
    const decision: PromotionDecision = { accept: false, reason: 'worse', lost };
    expect(await keepModel(models, { meta, decision, bytes, replaced: 7 })).toEqual({ version: 9, decision });
    expect(models.done).toEqual([['refuse', 'worse']]);
  });

  it('is put in use when it was accepted, and stores the loss that the comparison measured', async () => {
    const models = fakeModels(7);
    const kept = await keepModel(models, { meta, decision: good, bytes, replaced: 7 });
    expect(kept).toEqual({ version: 8, decision: good });
    expect(models.done).toEqual([['activate', lost]]);
  });

  it('is refused when the model in use changed since the comparison', async () => {
    const models = fakeModels(6);
    const kept = await keepModel(models, { meta, decision: good, bytes, replaced: 7 });
    expect(kept).toMatchObject({ version: 9, decision: { accept: false } });
    expect(models.done.at(-1)).toEqual(['refuse', kept.decision.reason]);
  });
});

describe('decodeActive', () => {
  it('returns the model in use for the next training, and undefined when no model is in use', () => {
    expect(decodeActive({ version: 1, meta, bytes: new Uint8Array(0) }, expect.fail)).toMatchObject({ meta });
    expect(decodeActive(null, expect.fail)).toBeUndefined();
  });

  it('warns and returns undefined when the model in use has another format', () => {
    const warnings: string[] = [];
    const other = { version: 1, meta: { ...meta, format: 99 }, bytes: new Uint8Array(0) };
    expect(decodeActive(other, (reason) => warnings.push(reason))).toBeUndefined();
    expect(warnings).toEqual(['model format 99 is not 1']);
  });
});
