import { apiKilled, apiOfTwoKilled } from './api-killed.ts';
import { clockOff } from './clock.ts';
import { dataDiskFull, logDiskFull } from './disk.ts';
import type { Fault, Outcome, Size } from './fault.ts';
import { herd } from './herd.ts';
import { workerKilled } from './jobs.ts';
import { mailFaults } from './mail.ts';
import { postgresFrozen, postgresKilled } from './postgres.ts';
import { redisAwayAtStart, redisEmptied, redisKilled } from './redis.ts';
import { silentClients } from './silent-clients.ts';
import { stripeFaults } from './stripe.ts';
import type { World } from './world.ts';

export const FAULTS: readonly Fault[] = [
  apiKilled,
  apiOfTwoKilled,
  postgresKilled,
  postgresFrozen,
  redisKilled,
  redisEmptied,
  redisAwayAtStart,
  ...mailFaults,
  ...stripeFaults,
  workerKilled,
  logDiskFull,
  dataDiskFull,
  clockOff,
  ...silentClients,
  herd,
];

/** The time limit of every recovery (docs/operations.md#faults). */
export const RECOVERY_LIMIT_MS = 5_000;

export interface Result {
  fault: Fault;
  outcome: Outcome | null;
  /** The reason when the fault was skipped. */
  skipped: string | null;
  seconds: number;
}

/** Runs one fault. An error is reported as a broken promise. */
export async function runFault(world: World, fault: Fault, size: Size): Promise<Result> {
  const began = performance.now();
  const crashesBefore = world.api.crashes.length + world.worker.crashes.length;
  const finish = (outcome: Outcome | null, skipped: string | null): Result => ({
    fault,
    outcome,
    skipped,
    seconds: (performance.now() - began) / 1_000,
  });
  try {
    const outcome = await fault.run(world, size);
    if (typeof outcome === 'string') return finish(null, outcome);
    const crashes = [...world.api.crashes, ...world.worker.crashes].slice(crashesBefore);
    const broken = [...outcome.broken, ...crashes.map((crash) => `a process ended on its own: ${crash}`)];
    return finish({ ...outcome, broken }, null);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const broken = [`failed with ${reason}\n${world.lastLog()}`];
    return finish({ saw: '', recoveries: [], found: '', broken }, null);
  }
}

const toSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function describeRecoveries(recoveries: readonly number[]): string {
  if (recoveries.length === 0) return 'never stopped';
  const worst = Math.max(...recoveries);
  if (recoveries.length === 1) return `answered after ${toSeconds(worst)}`;
  const middle = recoveries.toSorted((a, b) => a - b)[Math.floor(recoveries.length / 2)] ?? 0;
  return `answered after ${toSeconds(middle)} in the middle and ${toSeconds(worst)} at worst of ${recoveries.length}`;
}

/**
 * Returns the broken promises. `judgesTime` adds recoveries over RECOVERY_LIMIT_MS, and needs a machine
 * without other load.
 */
export function listBroken({ outcome }: Result, judgesTime: boolean): string[] {
  if (!outcome) return [];
  const slow = outcome.recoveries.filter((ms) => ms > RECOVERY_LIMIT_MS).length;
  const isLate = judgesTime && slow > 0;
  return [
    ...outcome.broken,
    ...(isLate
      ? [`${slow} of ${outcome.recoveries.length} recoveries took longer than ${RECOVERY_LIMIT_MS} ms`]
      : []),
  ];
}

/** Returns one line for the fault, and one line for each broken promise. */
export function describeResult(result: Result, judgesTime: boolean): string {
  const { fault, outcome, skipped, seconds } = result;
  if (!outcome) return `skip  ${fault.name}: ${skipped}`;
  const broken = listBroken(result, judgesTime);
  const facts = [outcome.saw, describeRecoveries(outcome.recoveries), outcome.found].filter(Boolean);
  return [
    `${broken.length === 0 ? 'ok   ' : 'FAIL '} ${fault.name} (${seconds.toFixed(0)} s): ${facts.join(' | ')}`,
    ...broken.map((line) => `        broken: ${line}`),
  ].join('\n');
}
