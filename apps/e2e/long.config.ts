import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

/**
 * Runs Lighthouse on the built app, one page at a time, and kills a whole stack. The run takes minutes, so only
 * `npm run test:long` includes it.
 */
export default defineConfig({
  // `defineConfig(base, …)` would keep the projects of `base`.
  ...base,
  projects: [{ name: 'long' }],
  testDir: 'long',
  outputDir: join(import.meta.dirname, '../../reports/e2e-long'),
  fullyParallel: false,
  workers: 1,
});
