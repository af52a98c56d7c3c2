import { parentPort, workerData } from 'node:worker_threads';
import { evaluateGroup, type GroupResult } from './evaluate-ranking.ts';
import { type Predictions, predictRatings, type RatingRows } from './evaluate-rating.ts';
import type { Items } from './movielens.ts';

/** Work for one thread; the columns lie in shared memory. */
export type Task =
  | {
      readonly kind: 'rating';
      readonly train: RatingRows;
      readonly test: Omit<RatingRows, 'ratings'>;
      readonly items: Items;
      readonly seed: number;
    }
  | {
      readonly kind: 'ranking';
      readonly rows: RatingRows;
      /** Per row: bit 1 trained on, bit 2 tested, bit 4 held out. */
      readonly role: Uint8Array;
      readonly items: Items;
      readonly seed: number;
      readonly diversify: boolean;
    };

export type Done =
  | { readonly kind: 'rating'; readonly result: Predictions }
  | { readonly kind: 'ranking'; readonly result: GroupResult };

export type Reply = { readonly kind: 'progress'; readonly line: string } | Done;

async function run(task: Task, send: (reply: Reply) => void): Promise<void> {
  const progress = (line: string): void => send({ kind: 'progress', line });
  if (task.kind === 'rating') {
    send({
      kind: 'rating',
      result: await predictRatings(task.train, task.test, task.items, task.seed, progress),
    });
    return;
  }
  const { rows, role, items } = task;
  const result = await evaluateGroup(
    {
      ...rows,
      trained: (k) => (role[k] & 1) !== 0,
      tested: (k) => (role[k] & 2) !== 0,
      heldout: (k) => (role[k] & 4) !== 0,
    },
    items,
    task,
    progress,
  );
  send({ kind: 'ranking', result });
}

if (parentPort) {
  const port = parentPort;
  await run(workerData, (reply) => port.postMessage(reply));
}
