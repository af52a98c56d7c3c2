// Runs some faults in short form. `pnpm lab faults` and faults.long.test.ts run all faults in full form.
import { afterAll, describe, expect, it } from 'vitest';
import { describeResult, listBroken, runFault, SHORT_FAULTS } from './suite.ts';
import { startWorld } from './world.ts';

const TIMEOUT_MS = 300_000;
/**
 * No retry, because a retry would use the same processes and the same ledger, which still contains the
 * failure.
 */
const OPTIONS = { timeout: TIMEOUT_MS, retry: 0 };
const world = await startWorld('short', () => undefined);
afterAll(world.close, TIMEOUT_MS);

describe('the product keeps every promise of docs/operations.md', () => {
  it.for(SHORT_FAULTS)('when $cause', OPTIONS, async (fault, { skip }) => {
    const result = await runFault(world, fault, 'short');
    if (result.skipped !== null) skip(result.skipped);
    // The recovery time is not checked here. `pnpm lab faults` checks the time on a machine without other load.
    expect(listBroken(result, false), describeResult(result, false)).toEqual([]);
  });
});
