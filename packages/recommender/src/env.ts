/** True in `npm run test:long`, which trains on more users. */
export const longRun = process.env.TEST_LONG === '1';
