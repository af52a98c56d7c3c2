/**
 * The variables of the test run, which only this file reads and changes. The product reads its variables only in env.ts.
 */

/** Whether this is `npm run test:long`, which has larger numbers and further cases in some tests. */
export const longRun = process.env.TEST_LONG === '1';

/** The limit in milliseconds of a call of a test, as that of the test: it only ends what hangs. */
export const LIMIT_MS = 900_000;

/** The number of this test worker, from 1. The tests of one worker run one after another. */
export const worker = Number(process.env.VITEST_POOL_ID ?? 1);

/** Runs `work` with these variables, and then removes them and what `work` has read from a `.env` file. */
export async function withVariables<T>(
  variables: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
