// The full form of every fault, as `pnpm faults` runs it.
import { afterAll, describe, expect, it } from 'vitest';
import { describeResult, FAULTS, listBroken, runFault } from './suite.ts';
import { startWorld } from './world.ts';

const TIMEOUT_MS = 900_000;
/** A retry would run in the same world, where its ledger is the one that failed. */
const OPTIONS = { timeout: TIMEOUT_MS, retry: 0 };
const world = await startWorld('full', () => undefined);
afterAll(world.close, TIMEOUT_MS);

describe('every promise of docs/reliability.md holds', () => {
  it.for(FAULTS)('when $cause', OPTIONS, async (fault, { skip }) => {
    const result = await runFault(world, fault, 'full');
    if (result.skipped !== null) skip(result.skipped);
    // Time is judged by `pnpm faults`, on a quiet machine.
    expect(listBroken(result, false), describeResult(result, false)).toEqual([]);
  });
});
