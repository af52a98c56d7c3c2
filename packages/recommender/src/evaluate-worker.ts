import { parentPort, workerData } from 'node:worker_threads';
import {
  evaluateGroup,
  type GroupResult,
  type RankingOptions,
  type RankingRows,
  trainGroupTaste,
} from './evaluate-ranking.ts';
import { type Predictions, predictRatings, type RatingRows, residualsOf } from './evaluate-rating.ts';
import type { Items } from './movielens.ts';
import type { Side } from './rating-residuals.ts';
import type { TrainedTaste } from './train-taste.ts';

/** The work of one thread. Columns are in shared memory. */
export type Task =
  | {
      readonly kind: 'rating';
      readonly train: RatingRows;
      readonly test: Omit<RatingRows, 'ratings'>;
      readonly items: Items;
      readonly seed: number;
    }
  | {
      /** Predicts the residuals of a rating evaluation from users or from titles. */
      readonly kind: 'residuals';
      readonly train: RatingRows;
      readonly test: Omit<RatingRows, 'ratings'>;
      readonly fitted: Float32Array;
      readonly apart: Float32Array;
      readonly side: Side;
      readonly ridges: readonly number[];
    }
  | {
      /** Trains the likelihood part of a ranking group. */
      readonly kind: 'taste';
      readonly rows: RankingRows;
      readonly items: Items;
      readonly seed: number;
    }
  | {
      /**
       * Trains the order part of a ranking group and measures the whole model. The thread receives the
       * likelihood part in a message.
       */
      readonly kind: 'ranking';
      readonly rows: RankingRows;
      readonly items: Items;
      readonly options: RankingOptions;
    };

export type Done =
  | { readonly kind: 'rating'; readonly result: Predictions }
  | { readonly kind: 'residuals'; readonly result: Float32Array[] }
  | { readonly kind: 'taste'; readonly result: TrainedTaste }
  | { readonly kind: 'ranking'; readonly result: GroupResult };

export type Reply = { readonly kind: 'progress'; readonly line: string } | Done;

if (parentPort) {
  const port = parentPort;
  const send = (reply: Reply): void => port.postMessage(reply);
  const progress = (line: string): void => send({ kind: 'progress', line });
  const task: Task = workerData;
  if (task.kind === 'rating') {
    const { train, test, items, seed } = task;
    send({ kind: 'rating', result: await predictRatings(train, test, items, seed, progress) });
  } else if (task.kind === 'residuals') {
    const { train, test, fitted, apart, side, ridges } = task;
    progress(`residuals by ${side}`);
    send({ kind: 'residuals', result: residualsOf(train, test, fitted, apart, side, ridges) });
  } else if (task.kind === 'taste') {
    send({ kind: 'taste', result: await trainGroupTaste(task.rows, task.items, task.seed, progress) });
  } else {
    const taste = new Promise<TrainedTaste>((resolve) => port.once('message', resolve));
    send({
      kind: 'ranking',
      result: await evaluateGroup(task.rows, task.items, taste, task.options, progress),
    });
  }
}
