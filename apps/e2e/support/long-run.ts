/** Whether this is `npm run test:long`, which repeats some journeys in further sizes and themes, and all with pictures. */
export const longRun = process.env.TEST_LONG === '1';
