// Runs every fault in full form, as `pnpm lab faults` does.
import { afterAll, describe, expect, it } from 'vitest';
import { describeResult, FAULTS, listBroken, runFault } from './suite.ts';
import { startWorld } from './world.ts';

const TIMEOUT_MS = 900_000;
/**
 * No retry, because a retry would use the same processes and the same ledger, which still contains the
 * failure.
 */
const OPTIONS = { timeout: TIMEOUT_MS, retry: 0 };
const world = await startWorld('full', () => undefined);
afterAll(world.close, TIMEOUT_MS);

describe('the product keeps every promise of docs/operations.md', () => {
  it.for(FAULTS)('when $cause', OPTIONS, async (fault, { skip }) => {
    const result = await runFault(world, fault, 'full');
    if (result.skipped !== null) skip(result.skipped);
    // The recovery time is not checked here. `pnpm lab faults` checks the time on a machine without other load.
    expect(listBroken(result, false), describeResult(result, false)).toEqual([]);
  });
});
