import type { ModelMeta, Progress, PromotionDecision } from '@marquee/recommender';
import type { FastifyBaseLogger } from 'fastify';
import { runWorker } from '#src/core/run-worker.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { type DatabaseEnv, directUrlOf } from '#src/data/database-url.ts';
import { tryLockOnConnection } from '#src/data/locks.ts';
import { childEnv } from '#src/env.ts';
import type { ModelsRepository } from '#src/titles/cards/models.repository.ts';

export interface TrainingRequest {
  databaseUrl: string;
  seed: number;
  /**
   * With fewer users than this number, the training cross-validates. See `TrainOptions` of the recommender.
   */
  crossValidatedBelow?: number | undefined;
}

export type TrainingMessage =
  | { kind: 'progress'; progress: Progress }
  /** The model in use cannot be read. The training does not use this model. */
  | { kind: 'unreadable'; reason: string }
  | { kind: 'done'; version: number; meta: ModelMeta; decision: PromotionDecision };

export type TrainingResult =
  | { trained: false; reason: string }
  | { trained: true; version: number; meta: ModelMeta; decision: PromotionDecision };

interface Dependencies {
  repos: { models: ModelsRepository };
  withTransaction: WithTransaction<{ models: ModelsRepository }>;
  env: DatabaseEnv;
  log: FastifyBaseLogger;
}

interface TrainingOptions {
  seed?: number;
  crossValidatedBelow?: number;
  progress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
}

/** With fewer ratings, held-out figures cannot show whether a model improves the ranking. */
const MIN_RATINGS = 100;
const MIN_USERS = 5;
const LIMITS = {
  heapMb: 4_096,
  /** Heap and typed arrays, within the memory of the worker's container. Eight million ratings take 1.3 GB. */
  memoryMb: 4_096,
  /** A training takes minutes; one that computes for six hours does not end. */
  timeMs: 6 * 3_600_000,
  /** Progress, and the figures of one model. */
  outputChars: 16 * 2 ** 20,
};
const FLAGS = [
  '--expose-gc',
  // Most of the memory is in typed arrays, so frequent garbage collection costs little.
  ...['--max-semi-space-size=4', '--heap-growing-percent=30'],
];

/**
 * Settings of glibc's malloc (`man 3 mallopt`), which other allocators ignore. Freed arrays of 128 kB and more
 * return to the system, instead of leaving gaps.
 */
const RETURN_FREED_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // One arena is enough, because a training has no other threads that allocate much.
  MALLOC_ARENA_MAX: '1',
};

/**
 * Trains in a child process, whose memory returns to the system when the process ends. The server process
 * would keep the memory of a thread.
 */
async function trainInProcess(
  request: TrainingRequest,
  { progress, signal }: TrainingOptions,
  log: FastifyBaseLogger,
): Promise<Extract<TrainingMessage, { kind: 'done' }>> {
  const script = new URL('./training.worker.ts', import.meta.url);
  const env = childEnv(RETURN_FREED_MEMORY);
  const messages = runWorker<TrainingMessage>({ script, request, limits: LIMITS, flags: FLAGS, env, signal });
  let result: Extract<TrainingMessage, { kind: 'done' }> | undefined;
  for await (const message of messages) {
    if (message.kind === 'done') result = message;
    else if (message.kind === 'progress') progress?.(message.progress);
    else
      log.warn({ reason: message.reason }, 'the model in use cannot be read: the training starts without it');
  }
  if (!result) throw new Error('the training process ended without a result');
  return result;
}

/**
 * Trains models from the ratings of members. A model that does not improve the ranking is recorded but
 * never used. The trigger `recommender_models_notify` tells every process of another model in use.
 */
export function createTrainingService({ repos, withTransaction, env, log }: Dependencies) {
  async function run(request: TrainingRequest, options: TrainingOptions): Promise<TrainingResult> {
    const onLost = (err: unknown): void =>
      log.warn({ err }, 'the lock of the training is lost: another training may start');
    const lock = await tryLockOnConnection(directUrlOf(env), { name: 'training', onLost });
    if (!lock) {
      log.info('another training is running: this training does not start');
      return { trained: false, reason: 'another training is running' };
    }
    try {
      const { version, meta, decision } = await trainInProcess(request, options, log);
      log[decision.accept ? 'info' : 'warn'](
        { version, heldout: meta.heldout, decision },
        'a model was trained',
      );
      return { trained: true, version, meta, decision };
    } finally {
      await lock.release();
    }
  }

  return {
    /**
     * Trains in a child process, one training at a time across all processes. `compareModels` decides whether
     * the model is put in use.
     * @throws the reason of the signal when the signal is aborted. An aborted training stores nothing.
     */
    async train({
      seed = 1,
      crossValidatedBelow,
      ...options
    }: TrainingOptions = {}): Promise<TrainingResult> {
      const { ratings, users } = await repos.models.countRatings();
      if (ratings < MIN_RATINGS || users < MIN_USERS) {
        const reason = `${ratings} ratings of ${users} users are too few: a training needs ${MIN_RATINGS} ratings of ${MIN_USERS} users`;
        log.info({ ratings, users }, 'no training: there are too few ratings');
        return { trained: false, reason };
      }
      return run({ databaseUrl: env.DATABASE_URL, seed, crossValidatedBelow }, options);
    },

    /**
     * Puts the previous model back in use, in every process. Later trainings compare with this model.
     * @returns whether `version` was the previous model. Older models are not stored completely.
     */
    goBack: (version: number): Promise<boolean> => withTransaction(({ models }) => models.goBack(version)),

    /**
     * Removes the base model, which an earlier version trained on a ratings file. Afterwards the model from the members' ratings or the content model ranks
     * titles.
     * @returns whether a base model was in use.
     */
    dropBase: (): Promise<boolean> => withTransaction(({ models }) => models.dropBase()),

    /** Returns all models, newest first. */
    list: () => repos.models.list(),
  };
}

export type TrainingService = ReturnType<typeof createTrainingService>;
