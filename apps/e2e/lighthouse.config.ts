import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

/**
 * Runs Lighthouse on the built app, one page at a time. The run takes minutes, so only `npm run test:long`
 * includes it.
 */
export default defineConfig(base, {
  testDir: 'lighthouse',
  outputDir: join(import.meta.dirname, '../../reports/lighthouse'),
  fullyParallel: false,
  workers: 1,
  timeout: 300_000,
});
