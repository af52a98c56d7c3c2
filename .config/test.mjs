// Runs all checks and tests, quick ones first. The last line counts tests from the runners' reports.
// `node .config/test.mjs unit web` runs only those parts.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runChecks } from './check.mjs';
import { ensureWeb, root } from './steps.mjs';

const reports = join(root, 'reports');
/** With --long, the checks that have two sizes use their full size, and the tests that take minutes run. */
const isLong = process.argv.includes('--long');
const total = { passed: 0, failed: 0, skipped: 0 };
/** Tests that failed once and passed on their second try. They are named at the end, for repair. */
const unsteady = [];
/** Tests and files that failed. They are named at the end: the log before it is long, and may be cut. */
const failures = [];

function add({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Counts the tests of a runner's report. A runner that failed without a failed test counts as one failure. */
function count(file, exitCode, read) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { failed: 0 };
  const unexplained = exitCode !== 0 && counts.failed === 0;
  if (unexplained)
    failures.push(`${basename(file, '.json')}: the runner ended with code ${exitCode} and names no test`);
  add({ ...counts, failed: unexplained ? 1 : counts.failed });
}

function readVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  for (const test of testResults.flatMap((result) => result.assertionResults)) {
    if (test.status === 'passed' && test.failureMessages.length > 0) unsteady.push(test.fullName);
    if (test.status === 'failed') failures.push(`${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  }
  // A test file that could not be loaded has no tests to count.
  const broken = testResults.filter(
    (result) =>
      result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  );
  for (const { name, message } of broken) failures.push(`${name}: ${firstLine(message)}`);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

const firstLine = (text = '') => text.split('\n', 1)[0];

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

function readPlaywright({ stats, errors, suites }) {
  for (const { title, tests } of suites.flatMap(specsOf)) {
    if (tests.some(({ status }) => status === 'flaky')) unsteady.push(title);
    if (tests.some(({ status }) => status === 'unexpected')) failures.push(title);
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

async function vitest(project) {
  const file = join(reports, `${project}.json`);
  const args = ['exec', 'vitest', 'run', '--config', '.config/vitest.config.ts', '--project', project];
  const output = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
    '--retry=1',
  ];
  count(file, await run('pnpm', [...args, ...output], isLong ? { TEST_LONG: '1' } : {}), readVitest);
}

async function playwright(name, ...more) {
  const file = join(reports, `${name}.json`);
  await ensureWeb({ node: process.execPath, env: process.env });
  const args = ['--filter', '@marquee/e2e', 'exec', 'playwright', 'test', '--reporter=list,json', ...more];
  count(file, await run('pnpm', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }), readPlaywright);
}

const parts = {
  check: async () => {
    const failed = await runChecks();
    failures.push(...failed.map((name) => `check: ${name}`));
    add({ failed: failed.length });
  },
  unit: () => vitest('unit'),
  web: () => vitest('web'),
  integration: () => vitest('integration'),
  e2e: () => playwright('e2e'),
  long: () => vitest('long'),
  lighthouse: () => playwright('lighthouse', '--config', 'lighthouse.config.ts'),
};
const onlyLong = ['long', 'lighthouse'];

const asked = process.argv.slice(2).filter((name) => name in parts);
const chosen =
  asked.length > 0 ? asked : Object.keys(parts).filter((name) => isLong || !onlyLong.includes(name));

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const name of chosen) {
  process.stdout.write(`\n── ${name} ──\n`);
  await parts[name]();
}
for (const name of failures) process.stdout.write(`Failed: ${name}\n`);
for (const name of unsteady) process.stdout.write(`Passed on the second try: ${name}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
