/** The variables that say where the services of a test run come from. */

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
