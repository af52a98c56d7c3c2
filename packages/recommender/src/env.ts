/** Where the person stood when calling a package script: pnpm changes the directory first and says so here. */
export const callerDirectory: string = process.env.INIT_CWD ?? process.cwd();
