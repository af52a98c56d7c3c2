// The interface of a fault. suite.ts lists all faults.
import type { World } from './world.ts';

/** `short` runs with `pnpm lab faults --short`, `full` with `pnpm lab faults` and `npm run test:long`. */
export type Size = 'short' | 'full';

export interface Outcome {
  /** The replies to callers by kind of call and status, as text. */
  saw: string;
  /**
   * Milliseconds from the end of the cause until reads and writes succeeded, for each occurrence of the
   * cause.
   */
  recoveries: number[];
  /** The results of the database check and of the checks by this fault. */
  found: string;
  /** One sentence for each broken promise. */
  broken: string[];
}

export interface Fault {
  name: string;
  /** The cause, for the report. */
  cause: string;
  /**
   * The promise for this fault, in addition to the promises for every fault (docs/operations.md#faults).
   */
  promise: string;
  /** @returns the outcome, or the reason why this machine cannot run the fault. */
  run(world: World, size: Size): Promise<Outcome | string>;
}

/** Collects one sentence for each broken promise. */
export function createVerdict() {
  const broken: string[] = [];
  return {
    broken,
    expect(holds: boolean, sentence: string): void {
      if (!holds) broken.push(sentence);
    },
  };
}

export type Verdict = ReturnType<typeof createVerdict>;
