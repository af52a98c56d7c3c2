import type { HeldOut, Lost, ModelMeta, Verdict } from './types.ts';

/** Fewer held-out people than this prove nothing. */
const FEWEST_PEOPLE = 10;
const FEWEST_RATINGS = 100;

/** Differences below these shares are chance between two trainings, not progress or loss. */
const SLACK: Lost = { rmse: 0.002, ndcg100: 0.01 };
const NOTHING: Lost = { rmse: 0, ndcg100: 0 };

/**
 * Whether a freshly trained model may replace the one in use: measured on the same held-out rows it must neither
 * foretell ratings nor rank titles worse than the content model, nor lose more than chance against the best model
 * before it. Held-out rows change with every new rating, so that best model's figures are not kept; what the line
 * has lost since is, multiplied up over pairs that were each measured on the same rows.
 * @param before what the model in use (`rivals.previous`) had lost already.
 */
export function compareModels(meta: ModelMeta, before: Lost = NOTHING): Verdict {
  const { heldout, rivals } = meta;
  if (!heldout || heldout.people < FEWEST_PEOPLE || heldout.ratings < FEWEST_RATINGS) {
    const seen = heldout ? `${heldout.people} people and ${heldout.ratings} ratings` : 'nobody';
    return { accept: false, reason: `too few held out to judge by: ${seen}`, lost: NOTHING };
  }
  const { content, previous } = rivals;
  const lost = previous ? lostSinceBest(heldout, previous, before) : NOTHING;
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

/** What is lost against a rival's best when the rival itself had lost some; gains against the best count as 0. */
function lostSinceBest(own: HeldOut, rival: HeldOut, before: Lost): Lost {
  const error = (1 + before.rmse) * (own.rmse / rival.rmse);
  const quality = rival.ndcg100 === 0 ? 1 : (1 - before.ndcg100) * (own.ndcg100 / rival.ndcg100);
  return { rmse: Math.max(0, error - 1), ndcg100: Math.max(0, 1 - quality) };
}

/** NaN, which no measured model has, is refused. */
function refusal(lost: Lost, slack: Lost, than: string): string | null {
  const share = (x: number): string => `${(100 * x).toFixed(1)} %`;
  if (!(lost.rmse <= slack.rmse)) return `held-out RMSE is ${share(lost.rmse)} worse ${than}'s`;
  if (!(lost.ndcg100 <= slack.ndcg100)) return `held-out NDCG@100 is ${share(lost.ndcg100)} worse ${than}'s`;
  return null;
}
