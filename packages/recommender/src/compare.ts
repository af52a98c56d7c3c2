import { CONTENT_ONLY } from './blended-model.ts';
import { FEWEST_PEOPLE } from './heldout.ts';
import type { HeldOut, Lost, ModelMeta, Verdict } from './types.ts';

/** Differences below these shares are chance between two trainings, not progress or loss. */
const SLACK: Lost = { rmse: 0.002, ndcg100: 0.01 };
const NOTHING: Lost = { rmse: 0, ndcg100: 0 };

/**
 * Whether a freshly trained model may replace the one in use. On the same held-out rows it must gain on the content
 * model beyond chance in predicted ratings or in the order, lose to it in neither, nor lose more than chance against the best model
 * before it. Held-out rows change with every new rating, so that best model's figures are not kept; what the line
 * has lost since is, multiplied up over pairs that were each measured on the same rows.
 */
export function compareModels(meta: ModelMeta): Verdict {
  const { heldout, rivals, hyper } = meta;
  if (!heldout || heldout.people < FEWEST_PEOPLE) {
    const seen = heldout ? `${heldout.people} people and ${heldout.ratings} ratings` : 'nobody';
    return { accept: false, reason: `too few held out to judge by: ${seen}`, lost: NOTHING };
  }
  const { tasteLean = 0, orderLean = 0 } = hyper;
  if (tasteLean >= CONTENT_ONLY && orderLean >= CONTENT_ONLY) {
    return { accept: false, reason: 'no gain over the content model is beyond chance', lost: NOTHING };
  }
  const { content, previous } = rivals;
  const lost = previous ? lostSinceBest(heldout, previous, rivals.lost ?? NOTHING) : NOTHING;
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
 * The loss against the best model of the rival's line, of which the rival may have lost some itself. A gain counts as 0.
 * With too few judged rankings the order counts as unchanged.
 */
function lostSinceBest(own: HeldOut, rival: HeldOut, before: Lost): Lost {
  const error = (1 + before.rmse) * (own.rmse / rival.rmse);
  const hasRankings = own.ranked >= FEWEST_PEOPLE && rival.ndcg100 !== 0;
  const quality = (1 - before.ndcg100) * (hasRankings ? own.ndcg100 / rival.ndcg100 : 1);
  return { rmse: Math.max(0, error - 1), ndcg100: Math.max(0, 1 - quality) };
}

/** NaN, which no measured model has, is refused. */
function refusal(lost: Lost, slack: Lost, than: string): string | null {
  const share = (x: number): string => `${(100 * x).toFixed(1)} %`;
  if (!(lost.rmse <= slack.rmse)) return `held-out RMSE is ${share(lost.rmse)} worse ${than}'s`;
  if (!(lost.ndcg100 <= slack.ndcg100)) return `held-out NDCG@100 is ${share(lost.ndcg100)} worse ${than}'s`;
  return null;
}
