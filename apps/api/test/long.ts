/** Whether this is `npm run test:long`: the same checks with their full numbers. */
export const longRun = process.env.TEST_LONG === '1';
