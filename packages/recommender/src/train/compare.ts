import type { HeldOut, Lost, ModelMeta, PromotionDecision } from '../model/types.ts';
import { CONTENT_ONLY } from '../user/blended-model.ts';
import { FEWEST_USERS } from './heldout.ts';

/** A relative loss up to these limits may be a random difference between two trainings. */
const SLACK: Lost = { rmse: 0.002, ndcg100: 0.01 };
const NOTHING: Lost = { rmse: 0, ndcg100: 0 };

/**
 * Decides whether a newly trained model may replace the current model. Compares it with the content model and
 * with the best earlier model.
 */
export function compareModels(meta: ModelMeta): PromotionDecision {
  const { heldout, rivals, hyper } = meta;
  if (!heldout || heldout.people < FEWEST_USERS) {
    const seen = heldout ? `${heldout.people} users and ${heldout.ratings} ratings` : 'no user';
    return { accept: false, reason: `too few held-out users for a decision: ${seen}`, lost: NOTHING };
  }
  const { tasteLean = 0, orderLean = 0 } = hyper;
  // A gain beyond chance is enough, either in predicted ratings or in the order.
  if (tasteLean >= CONTENT_ONLY && orderLean >= CONTENT_ONLY) {
    return { accept: false, reason: 'no gain over the content model is beyond chance', lost: NOTHING };
  }
  const { content, previous } = rivals;
  const lost = previous ? lostSinceBest(heldout, previous, rivals.lost ?? NOTHING) : NOTHING;
  // Allows no loss against the content model, and a loss within `SLACK` against the best earlier model.
  const reason =
    (content && refusal(lostSinceBest(heldout, content, NOTHING), NOTHING, 'than the content model')) ??
    refusal(lost, SLACK, 'than the best model before it');
  if (reason) return { accept: false, reason, lost };
  return {
    accept: true,
    reason: `held-out RMSE ${heldout.rmse.toFixed(3)} and NDCG@100 ${heldout.ndcg100.toFixed(3)} are no worse than any rival's`,
    lost,
  };
}

/**
 * Combines the loss against `rival` with `before`, which is the loss of `rival` against the best earlier
 * model. The best model's figures are not comparable, because they come from other held-out rows.
 */
function lostSinceBest(own: HeldOut, rival: HeldOut, before: Lost): Lost {
  const error = (1 + before.rmse) * (own.rmse / rival.rmse);
  const hasRankings = own.ranked >= FEWEST_USERS && rival.ndcg100 !== 0;
  const quality = (1 - before.ndcg100) * (hasRankings ? own.ndcg100 / rival.ndcg100 : 1);
  return { rmse: Math.max(0, error - 1), ndcg100: Math.max(0, 1 - quality) };
}

/** Returns the reason for a refusal, or null. The comparisons are negated so that NaN is refused too. */
function refusal(lost: Lost, slack: Lost, than: string): string | null {
  const share = (x: number): string => `${(100 * x).toFixed(1)} %`;
  if (!(lost.rmse <= slack.rmse)) return `held-out RMSE is ${share(lost.rmse)} worse ${than}'s`;
  if (!(lost.ndcg100 <= slack.ndcg100)) return `held-out NDCG@100 is ${share(lost.ndcg100)} worse ${than}'s`;
  return null;
}
