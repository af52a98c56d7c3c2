// The parts of a fault. Every fault is one module of this folder, listed in suite.ts.
import type { World } from './world.ts';

/** `short` runs with `npm test`, `full` with `pnpm faults` and `npm run test:long`. */
export type Size = 'short' | 'full';

export interface Outcome {
  /** The replies that callers got, by kind of call and status. */
  saw: string;
  /** Milliseconds from the end of the cause until reads and writes succeeded; one for each time. */
  recoveries: number[];
  /** The result of the check of the database, and facts of this fault. */
  found: string;
  /** Promises that did not hold, one sentence each. */
  broken: string[];
}

export interface Fault {
  name: string;
  /** The cause, for the report. */
  cause: string;
  /** Holds besides the promises of every fault (docs/reliability.md#promises). */
  promise: string;
  /** @returns a sentence when this machine lacks a tool, and the fault is skipped. */
  run(world: World, size: Size): Promise<Outcome | string>;
}

/** Collects sentences about promises that do not hold. */
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
