import { childEnv } from '@marquee/api/src/env.ts';

/**
 * The variables of this machine without those of Vitest and of an `npx -c` around the tests, for a nested test run or the
 * build of an image. With `NODE_ENV=test`, a build would hold React's code for development, and a nested npx
 * would refuse its command beside `npm_config_call` and `npm_config_package`.
 */
export const outsideVitest: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(childEnv({})).filter(
    ([name]) =>
      !/^(npm_config_(call|package)$|VITEST|NODE_ENV$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|TEST$)/.test(name),
  ),
);
