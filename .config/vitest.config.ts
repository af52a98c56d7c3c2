import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileCache } from './steps.mjs';

const root = join(import.meta.dirname, '..');
const at = (path: string): string => join(root, path);
const never = ['**/node_modules/**', '**/dist/**', 'prisma/client/**'];
const services = [at('apps/local/test/global-setup.ts')];
const webSetup = at('apps/web/test/setup.ts');

// Tests start hundreds of threads and processes with the API's code.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/**
 * The limits in milliseconds of every test, and of every wait in one, so that a test is as patient as the machine is busy.
 * They only stop tests that hang. A wait ends first, because its message says what did not come.
 */
const limitsOf = (waitMs: number) => ({
  testTimeout: 1.5 * waitMs,
  hookTimeout: 1.5 * waitMs,
  expect: { poll: { timeout: waitMs } },
});
const limits = limitsOf(600_000);
/** A screen waits for nothing outside its own process, so a broken one is reported after a minute. */
const limitsOfScreens = limitsOf(60_000);

/**
 * Node imports the sources itself, as in production, where Vite would transform them for every worker. So these tests have
 * no `vi.mock` and cannot spy on exports.
 */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Files that take long for their size, because they wait for processes, jobs and limits, or load much. */
const SLOW =
  /\/(backup|charging|crashes|history|hostile-files|import-work|imports|jobs|kills|matrix|outages|plan-previews|plans|postgres|postmaster|ranking|rate-limits|real-stripe|reread|run-worker|seed|taste-size|tastes|training|transaction-turns|ways-in)\.int\.test\.ts$/;

/** The projects with the fastest files run first. */
const ORDER = ['unit', 'web', 'integration', 'long'];
const isSlow = ({ moduleId }: TestSpecification): number => Number(SLOW.test(moduleId));
const placeOf = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);

/**
 * Runs one project after the other, because a worker keeps the modules of its project. Of each project, vitest starts
 * with the largest files. One worker would end with the slow ones alone, so they are first.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b) || isSlow(b) - isSlow(a));
  }
}

/**
 * The projects: `unit` tests functions, `web` tests screens in a simulated browser, and `integration` uses
 * real PostgreSQL and Redis. `long` contains tests that take minutes and the tests of the infrastructure in
 * `apps/lab`, and runs only on request.
 */
export default defineConfig({
  root,
  test: {
    // The default leaves one core unused, which is half of a machine with two cores.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,prisma,apps/*}/**/*.test.ts'],
          exclude: [...never, 'apps/{web,lab}/**', '**/*.{int,long}.test.ts'],
          isolate: false,
          ...byNode,
          ...limits,
        },
      },
      {
        root: at('apps/web'),
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['**/*.test.{ts,tsx}'],
          exclude: never,
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
          // The files of one worker share window and modules: see `setup.ts`.
          isolate: false,
          ...limitsOfScreens,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,prisma,apps/*}/**/*.int.test.ts'],
          exclude: [...never, 'apps/lab/**'],
          globalSetup: services,
          // The import of the application takes longer than most test files, so the files of one worker share
          // the import.
          isolate: false,
          setupFiles: [at('apps/api/test/file-setup.ts')],
          ...byNode,
          ...limits,
        },
      },
      {
        test: {
          name: 'long',
          include: ['{packages,prisma,apps/*}/**/*.long.test.ts', 'apps/lab/**/*.test.ts'],
          exclude: never,
          globalSetup: services,
          ...byNode,
          ...limits,
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
