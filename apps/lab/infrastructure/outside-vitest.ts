import { childEnv } from '@marquee/api/src/env.ts';

/**
 * The variables of this machine without those of Vitest and of an `npx -c` around the tests, for a nested test run or the
 * build of an image. With `NODE_ENV=test`, a build would hold React's code for development, and with `npm_config_call` a
 * nested npx would run that instead of its command.
 */
export const outsideVitest: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(childEnv({})).filter(
    ([name]) => !/^(npm_config_call$|VITEST|NODE_ENV$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|TEST$)/.test(name),
  ),
);
