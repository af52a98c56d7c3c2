import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Lighthouse over the built app, one page at a time: minutes, so only in `npm run test:long`. */
export default defineConfig(base, {
  testDir: 'lighthouse',
  outputDir: join(import.meta.dirname, '../../reports/lighthouse'),
  fullyParallel: false,
  workers: 1,
  timeout: 300_000,
});
