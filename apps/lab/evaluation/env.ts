/**
 * The folder from which `pnpm lab` was called. pnpm changes to the project's root, but keeps the original in
 * INIT_CWD.
 */
export const callerDirectory: string = process.env.INIT_CWD ?? process.cwd();

/** True in `npm run test:long`, which also measures the figures of docs/recommender.md. */
export const longRun = process.env.TEST_LONG === '1';
