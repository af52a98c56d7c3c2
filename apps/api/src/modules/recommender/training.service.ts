import { Worker } from 'node:worker_threads';
import type { ModelMeta, Progress, Verdict } from '@marquee/recommender';
import type { FastifyBaseLogger } from 'fastify';
import type { WithTransaction } from '#src/database.ts';
import type { ModelsRepository } from './models.repository.ts';

export interface TrainingRequest {
  databaseUrl: string;
  seed: number;
}

export type TrainingMessage =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; meta: ModelMeta; verdict: Verdict; bytes: Uint8Array<ArrayBuffer> };

export type TrainingResult =
  | { trained: false; reason: string }
  | { trained: true; version: number; meta: ModelMeta; verdict: Verdict };

interface Dependencies {
  repos: { models: ModelsRepository };
  withTransaction: WithTransaction<{ models: ModelsRepository }>;
  env: { DATABASE_URL: string };
  log: FastifyBaseLogger;
}

interface TrainingOptions {
  seed?: number;
  progress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
}

/** Below this nothing can be held out that would say whether a model helps. */
const MIN_RATINGS = 1_000;
const MIN_PEOPLE = 50;
const WORKER_MEMORY_MB = 4_096;

function trainInWorker(request: TrainingRequest, { progress, signal }: TrainingOptions) {
  return new Promise<Extract<TrainingMessage, { kind: 'done' }>>((resolve, reject) => {
    const worker = new Worker(new URL('./training.worker.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    const stop = (): void => void worker.terminate();
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: TrainingMessage) => {
      if (message.kind === 'done') resolve(message);
      else progress?.(message.progress);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', stop);
      reject(signal?.reason ?? new Error(`the training worker ended with code ${code}`));
    });
  });
}

/** Training from the members' own ratings; a model that does not help is recorded and not used. */
export function createTrainingService({ repos, withTransaction, env, log }: Dependencies) {
  return {
    /**
     * Trains in a thread of its own, measures on people held out, and puts the model in use when it is better than
     * content alone and no worse than the one before. Every process takes it up through NOTIFY.
     */
    async train({ seed = 1, ...options }: TrainingOptions = {}): Promise<TrainingResult> {
      const { ratings, people } = await repos.models.countRatings();
      if (ratings < MIN_RATINGS || people < MIN_PEOPLE) {
        const reason = `${ratings} ratings of ${people} people are too few to tell (${MIN_RATINGS} of ${MIN_PEOPLE})`;
        log.info({ ratings, people }, 'training waits for more ratings');
        return { trained: false, reason };
      }
      const { meta, verdict, bytes } = await trainInWorker({ databaseUrl: env.DATABASE_URL, seed }, options);
      const version = await withTransaction(({ models }) =>
        verdict.accept ? models.activate(bytes, meta) : models.refuse(meta, verdict.reason),
      );
      log[verdict.accept ? 'info' : 'warn'](
        { version, heldout: meta.heldout, verdict },
        'a model was trained',
      );
      return { trained: true, version, meta, verdict };
    },

    /** Models so far, newest first. */
    list: () => repos.models.list(),
  };
}

export type TrainingService = ReturnType<typeof createTrainingService>;
