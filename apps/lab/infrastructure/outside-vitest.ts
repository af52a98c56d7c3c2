import { childEnv } from '@marquee/api/src/env.ts';

/**
 * The variables of this machine without those of Vitest, for a nested test run or the build of an image. A build with
 * `NODE_ENV=test` would hold React's code for development.
 */
export const outsideVitest: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(childEnv({})).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|TEST$)/.test(name),
  ),
);
