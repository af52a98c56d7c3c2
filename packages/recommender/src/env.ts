/** The folder in which a package script was called. pnpm changes the folder first and stores the caller's here. */
export const callerDirectory: string = process.env.INIT_CWD ?? process.cwd();

/** Whether this is `npm run test:long`, which measures the published figures again. */
export const longRun = process.env.TEST_LONG === '1';
