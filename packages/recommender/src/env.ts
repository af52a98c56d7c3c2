/**
 * The folder from which a package script was called. pnpm changes the folder, but stores the original in
 * INIT_CWD.
 */
export const callerDirectory: string = process.env.INIT_CWD ?? process.cwd();

/** True in `npm run test:long`, which also measures the figures of docs/recommender.md. */
export const longRun = process.env.TEST_LONG === '1';
