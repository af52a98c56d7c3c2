// The short form of some faults. `pnpm faults` and faults.long.test.ts have the full form.
import { afterAll, describe, expect, it } from 'vitest';
import { describeResult, listBroken, runFault, SHORT_FAULTS } from './suite.ts';
import { startWorld } from './world.ts';

const TIMEOUT_MS = 300_000;
/** A retry would run in the same world, where its ledger is the one that failed. */
const OPTIONS = { timeout: TIMEOUT_MS, retry: 0 };
const world = await startWorld('short', () => undefined);
afterAll(world.close, TIMEOUT_MS);

describe('every promise of docs/reliability.md holds', () => {
  it.for(SHORT_FAULTS)('when $cause', OPTIONS, async (fault, { skip }) => {
    const result = await runFault(world, fault, 'short');
    if (result.skipped !== null) skip(result.skipped);
    // Time is judged by `pnpm faults`, on a quiet machine.
    expect(listBroken(result, false), describeResult(result, false)).toEqual([]);
  });
});
