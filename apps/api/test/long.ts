/** Whether this is `npm run test:long`, which runs the same checks with larger numbers. */
export const longRun = process.env.TEST_LONG === '1';
