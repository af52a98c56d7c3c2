import type { HeldOut, ModelMeta, Verdict } from './types.ts';

/** Fewer held-out people than this prove nothing. */
const FEWEST_PEOPLE = 10;
const FEWEST_RATINGS = 100;

/** Differences below these shares are chance between two trainings, not progress or loss. */
const RMSE_SLACK = 0.002;
const NDCG_SLACK = 0.01;

/**
 * Whether a freshly trained model may replace the one in use: it must foretell held-out ratings better than the
 * content model and rank unseen people's titles better, and must not be worse than the model trained before,
 * all measured on the same held-out rows.
 */
export function compareModels(meta: ModelMeta): Verdict {
  const { heldout, rivals } = meta;
  if (!heldout || heldout.people < FEWEST_PEOPLE || heldout.ratings < FEWEST_RATINGS) {
    const seen = heldout ? `${heldout.people} people and ${heldout.ratings} ratings` : 'nobody';
    return { accept: false, reason: `too few held out to judge by: ${seen}` };
  }
  const loss =
    worse(heldout, rivals.content, 'the content model') ??
    worse(heldout, rivals.previous, 'the previous model');
  if (loss) return { accept: false, reason: loss };
  return {
    accept: true,
    reason: `held-out RMSE ${heldout.rmse.toFixed(3)} and NDCG@100 ${heldout.ndcg100.toFixed(3)} are no worse than any rival's`,
  };
}

function worse(own: HeldOut, rival: HeldOut | null, name: string): string | null {
  if (!rival) return null;
  if (!(own.rmse <= rival.rmse * (1 + RMSE_SLACK))) {
    return `held-out RMSE ${own.rmse.toFixed(3)} is worse than ${name}'s ${rival.rmse.toFixed(3)}`;
  }
  if (!(own.ndcg100 >= rival.ndcg100 * (1 - NDCG_SLACK))) {
    return `held-out NDCG@100 ${own.ndcg100.toFixed(3)} is worse than ${name}'s ${rival.ndcg100.toFixed(3)}`;
  }
  return null;
}
