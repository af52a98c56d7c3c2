import { parentPort, workerData } from 'node:worker_threads';
import {
  evaluateGroup,
  type GroupResult,
  type RankingOptions,
  type RankingRows,
} from './evaluate-ranking.ts';
import { type Predictions, predictRatings, type RatingRows } from './evaluate-rating.ts';
import type { Items } from './movielens.ts';

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
      /** Trains the model of a ranking group and measures it. */
      readonly kind: 'ranking';
      readonly rows: RankingRows;
      readonly items: Items;
      readonly options: RankingOptions;
    };

export type Done =
  | { readonly kind: 'rating'; readonly result: Predictions }
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
  } else {
    const { rows, items, options } = task;
    send({ kind: 'ranking', result: await evaluateGroup(rows, items, options, progress) });
  }
}
