/**
 * The variables of the test run, which only this file reads. The product reads its variables only in env.ts.
 */

/** Whether this is `npm run test:long`, which uses larger numbers in some tests. */
export const longRun = process.env.TEST_LONG === '1';

const services = process.env.TEST_SERVICES || 'auto';
if (!['auto', 'containers', 'embedded'].includes(services))
  throw new Error('TEST_SERVICES: must be auto, containers or embedded');

/**
 * Where PostgreSQL and Redis come from: `containers` uses docker-compose.yml, `embedded` uses the npm package
 * and the machine's redis-server. `auto` uses containers if a Docker engine answers.
 */
export const servicesWanted = services;

/** Whether missing programs may be installed with apt-get. Only CI sets TEST_INSTALL. */
export const mayInstall = process.env.TEST_INSTALL === '1';

/** The number of this test worker, from 1. The tests of one worker run one after another. */
export const worker = Number(process.env.VITEST_POOL_ID ?? 1);

/** The variables of this machine without the variables of Vitest, for a nested test run. */
export const outsideVitest: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|TEST$)/.test(name),
  ),
);
