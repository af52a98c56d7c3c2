import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

/** Draws the pictures of the landing page: `pnpm --filter @marquee/e2e run pictures`, after a build of the web app. */
export default defineConfig({
  // `defineConfig(base, …)` would keep the projects of `base`.
  ...base,
  projects: [{ name: 'pictures' }],
  testDir: 'pictures',
  outputDir: join(import.meta.dirname, '../../reports/pictures'),
  workers: 1,
});
