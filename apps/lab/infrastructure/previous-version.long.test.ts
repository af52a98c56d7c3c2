import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDirectory } from '@marquee/prisma/deploy';
import { afterAll, expect, it } from 'vitest';
import { outsideVitest } from './outside-vitest.ts';
import { checkOut, findPreviousVersion, NO_PREVIOUS_VERSION } from './previous-version.ts';

/**
 * The tests of repositories, services and routes. Other tests may fail, because they check the schema or
 * documents of their version.
 */
const TESTS = [
  'apps/api/src/modules',
  'apps/api/src/titles',
  'apps/api/src/jobs',
  'apps/api/src/mail',
  'apps/api/src/data/caps.int.test.ts',
  'apps/api/test/matrix.int.test.ts',
];
/**
 * The name of the test whose rule a later migration changed on purpose: an account that is deleted frees its
 * place.
 */
const CHANGED_RULE = 'are limited also for simultaneous choices, and a deleted account frees none';
const version = findPreviousVersion();
const folder = mkdtempSync(join(tmpdir(), 'marquee-previous-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in the folder of the version. Returns its exit code and the end of its output. */
async function run(command: string, args: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(command, args, { cwd: folder, env: outsideVitest, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-8_000);
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

interface Report {
  numPassedTests: number;
  testResults: { name: string; message: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** Returns the failed tests, and the files that could not be loaded, with the first line of each reason. */
const failuresOf = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message.split('\n', 1)[0]}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n', 1)[0]}`),
  ]);

it.skipIf(version === null)(
  `the previous version passes its tests with the migrations of this version${version === null ? ` (${NO_PREVIOUS_VERSION})` : ''}`,
  async () => {
    checkOut(version ?? '', folder);
    for (const args of [['install', '--frozen-lockfile', '--prefer-offline'], ['generate']]) {
      const { code, output } = await run('pnpm', args);
      expect(code, output).toBe(0);
    }
    // Replace only the migrations by the migrations of this version, not the client and the code.
    const migrations = join(folder, 'prisma', 'migrations');
    rmSync(migrations, { recursive: true });
    cpSync(migrationsDirectory, migrations, { recursive: true });

    const report = join(folder, 'report.json');
    const vitest = [
      'exec',
      'vitest',
      'run',
      '--config',
      '.config/vitest.config.ts',
      '--project',
      'integration',
    ];
    const { code, output } = await run('pnpm', [
      ...vitest,
      '--retry=1',
      `--testNamePattern=^(?!.*${CHANGED_RULE})`,
      '--reporter=json',
      `--outputFile=${report}`,
      ...TESTS,
    ]);
    if (!existsSync(report)) throw new Error(`the tests of ${version} ended without a report:\n${output}`);
    const results: Report = JSON.parse(readFileSync(report, 'utf8'));
    console.warn(`${version} over the migrations of HEAD: ${results.numPassedTests} tests passed`);
    expect(failuresOf(results)).toEqual([]);
    expect(code, output).toBe(0);
    expect(results.numPassedTests).toBeGreaterThan(100);
  },
  900_000,
);
