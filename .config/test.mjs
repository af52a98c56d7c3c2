// Runs all checks and tests. `node .config/test.mjs unit web` runs only those parts.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { runChecks } from './check.mjs';
import { root } from './steps.mjs';

const reports = join(root, 'reports');
/** With --long, tests have larger numbers, further cases, sizes of the window and themes, and tests that take minutes run too. */
const isLong = process.argv.includes('--long');
const longEnv = isLong ? { TEST_LONG: '1' } : {};
/** The counts in the reports of the runners, printed in the last line. */
const total = { passed: 0, failed: 0, skipped: 0 };
/**
 * The tests and files that failed. They are printed at the end, because the log is long and may be truncated.
 */
const failures = [];

function add({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/**
 * By how much the product's limits of time are widened in tests (PATIENCE), so that what else a machine does fails no test.
 */
const { PATIENCE = '8' } = process.env;

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATIENCE, ...env },
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Returns the report of a runner. Null when the runner ended without a report. */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** Adds the counts of a runner. Adds one failure for a runner that fails without a failed test. */
function count(part, exitCode, counts) {
  const unexplained = exitCode !== 0 && counts.failed === 0;
  if (unexplained) failures.push(`${part}: the runner ended with code ${exitCode} and names no test`);
  add({ ...counts, failed: unexplained ? 1 : counts.failed });
}

const firstLine = (text = '') => text.split('\n', 1)[0];

/** Returns the failed tests of a file, or the file when the file could not be loaded. */
function failuresOf({ name, message, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0)
    return failed.map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  return status === 'failed' ? [`${relative(root, name)}: ${firstLine(message)}`] : [];
}

function readVitest(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const failed = files.flatMap(failuresOf);
  failures.push(...failed);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length,
    skipped: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).length,
  };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

function readPlaywright({ stats, errors, suites }) {
  for (const { title, tests } of suites.flatMap(specsOf)) {
    if (tests.some(({ status }) => status === 'unexpected')) failures.push(title);
  }
  failures.push(...errors.map(({ message }) => firstLine(message)));
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** The most workers of vitest. Each uses one of Redis's 16 databases and up to ten connections of PostgreSQL's 200. */
const WORKERS_MAX = 8;

/** Runs projects of vitest as one, so that a core without a file takes one of the next project. */
async function vitest(projects) {
  const file = join(reports, `${projects[0]}.json`);
  const args = ['exec', 'vitest', 'run', '--config', '.config/vitest.config.ts'];
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--passWithNoTests'];
  // Integration tests, which are most, wait for jobs, processes and timeouts, so two more workers than cores fill them.
  const workerCount = Math.min(WORKERS_MAX, availableParallelism() + 2);
  const workers = projects.includes('integration') ? [`--maxWorkers=${workerCount}`] : [];
  const names = projects.map((name) => `--project=${name}`);
  const code = await run('pnpm', [...args, ...names, ...workers, ...output], longEnv);
  count(projects.join(', '), code, readVitest(readReport(file)?.testResults ?? []));
}

async function playwright([name]) {
  const file = join(reports, `${name}.json`);
  const config = name === 'e2e' ? [] : ['--config', 'long.config.ts'];
  const args = ['--filter', '@marquee/e2e', 'exec', 'playwright', 'test', '--reporter=list,json', ...config];
  // In a terminal, the list would overwrite the lines of the checks.
  const env = { ...longEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' };
  const code = await run('pnpm', args, env);
  const report = readReport(file);
  count(name, code, report ? readPlaywright(report) : { failed: 0 });
}

async function check() {
  const failed = await runChecks();
  failures.push(...failed.map((name) => `check: ${name}`));
  add({ failed: failed.length });
}

/** The parts in their order, with the function that runs them together. Those of one stage run beside each other. */
const stages = [
  // The fast checks come first, so that most mistakes are seen in the first minutes.
  [
    [check, ['check']],
    [vitest, ['unit', 'web']],
  ],
  // Journeys often wait for mails, jobs and timers. The integration tests use the processor during these waits.
  [
    [vitest, ['integration']],
    [playwright, ['e2e']],
  ],
  [[vitest, ['long']]],
  [[playwright, ['e2e-long']]],
];
const ONLY_LONG = ['long', 'e2e-long'];
const PARTS = stages.flatMap((stage) => stage.flatMap(([, names]) => names));
const asked = PARTS.filter((name) => process.argv.includes(name));
const chosen = asked.length > 0 ? asked : PARTS.filter((name) => isLong || !ONLY_LONG.includes(name));

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const stage of stages) {
  const wanted = stage
    .map(([runPart, names]) => [runPart, names.filter((name) => chosen.includes(name))])
    .filter(([, names]) => names.length > 0);
  if (wanted.length > 0) process.stdout.write(`\n── ${wanted.flatMap(([, names]) => names).join(', ')} ──\n`);
  await Promise.all(wanted.map(([runPart, names]) => runPart(names)));
}
for (const name of failures) process.stdout.write(`Failed: ${name}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
