import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { DRAWING } from './support/browser.ts';
import { LIMIT_MS } from './support/limit.ts';
import { longRun } from './support/long-run.ts';

const { E2E_ORIGIN, E2E_BROWSER, E2E_BROWSER_ENV } = process.env;

/** The journeys of each of these files run one after another, on a stack of their own. */
const OWN_STACK = /\/(operator-settings|plans)\.spec\.ts$/;

/**
 * The journeys of these files see pictures: those that open every address, measure loads or compare what is drawn. The
 * others see them only in the long tests, because drawing posters took 8 % of the processor time of all journeys
 * (2026-11-26: 484 s with pictures, 446 s without any, two cores).
 */
const PICTURES =
  /\/(addresses|first-screen|layout|library|offline|phone|reflow|rounds|rows|taps|toast|weight)\.spec\.ts$/;

const browser = (...args: string[]) => ({
  launchOptions: {
    ...(E2E_BROWSER && { executablePath: E2E_BROWSER }),
    ...(E2E_BROWSER_ENV && { env: { ...process.env, ...JSON.parse(E2E_BROWSER_ENV) } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...DRAWING,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Journeys must not depend on pages of streaming services, so all other hosts are blocked.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ...args,
    ],
  },
});
const withPictures = browser();
const withoutPictures = longRun ? withPictures : browser('--blink-settings=imagesEnabled=false');

/**
 * Runs the journeys in a real browser against the local stack, which the global setup starts and stops. The
 * workers get addresses and browser path from the setup through the environment.
 */
export default defineConfig({
  testDir: 'journeys',
  outputDir: join(import.meta.dirname, '../../reports/e2e'),
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // Two more than a small machine has cores, because a journey also waits for mails, jobs and timers.
  workers: 4,
  // The longest sequences are first, so that no worker is left alone with one at the end.
  projects: [
    { name: 'own stack', testMatch: OWN_STACK },
    { name: 'pictures', testMatch: PICTURES },
    { name: 'without pictures', testIgnore: [OWN_STACK, PICTURES], use: withoutPictures },
  ],
  forbidOnly: true,
  timeout: LIMIT_MS,
  expect: { timeout: LIMIT_MS },
  reporter: 'list',
  use: {
    ...(E2E_ORIGIN && { baseURL: E2E_ORIGIN }),
    // Only the journeys of the offline page allow the service worker. In other journeys, the service worker
    // would add requests.
    serviceWorkers: 'block',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    ...withPictures,
  },
});
