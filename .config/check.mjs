// pnpm check: the static checks, which `npm test` and CI run beside the journeys.
import { root, runStep, StepError } from './steps.mjs';

/** @type {[name: string, command: string, args: string[], options?: { live: boolean }][]} */
const checks = [
  ['Lint and format', 'pnpm', ['exec', 'biome', 'check', '.']],
  [
    'Types',
    'pnpm',
    ['exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only', '--log-order=grouped'],
  ],
  ['Import directions', process.execPath, ['.config/directions.mjs']],
  [
    'Unused code and dependencies',
    'pnpm',
    ['exec', 'knip', '--config', '.config/knip.json', '--no-config-hints'],
  ],
  // `live` prints the output of a successful check too, which may contain a note about an unreachable
  // registry.
  ['Vulnerabilities and licences', process.execPath, ['.config/dependencies.mjs'], { live: true }],
  ['Schema and migrations', 'pnpm', ['-s', 'db:drift']],
];

/**
 * Runs all checks, even after a failure.
 * @returns {Promise<string[]>} the names of the failed checks
 */
export async function runChecks() {
  const failed = [];
  for (const [name, command, args, options] of checks) {
    try {
      await runStep(name, command, args, options);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      console.error(error.message);
      failed.push(name);
    }
  }
  return failed;
}

if (process.argv[1] === import.meta.filename) {
  process.chdir(root);
  process.exitCode = (await runChecks()).length > 0 ? 1 : 0;
}
