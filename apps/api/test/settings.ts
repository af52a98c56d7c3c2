/**
 * The variables of the test run, which only this file reads. The product reads its variables only in env.ts.
 */

/** Whether this is `npm run test:long`, which has larger numbers and further cases in some tests. */
export const longRun = process.env.TEST_LONG === '1';

/** The number of this test worker, from 1. The tests of one worker run one after another. */
export const worker = Number(process.env.VITEST_POOL_ID ?? 1);
