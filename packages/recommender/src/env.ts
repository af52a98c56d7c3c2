/** Where the person stood when calling a package script: pnpm changes the directory first and says so here. */
export const callerDirectory: string = process.env.INIT_CWD ?? process.cwd();

/** Whether this is `npm run test:long`: the published figures are then measured again. */
export const longRun = process.env.TEST_LONG === '1';
