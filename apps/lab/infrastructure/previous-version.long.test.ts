import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDirectory } from '@marquee/prisma/deploy';
import { afterAll, expect, it } from 'vitest';
import { checkOut, findPreviousVersion, NO_PREVIOUS_VERSION } from './previous-version.ts';

/** The variables of this machine without the variables of Vitest, for a nested test run. */
const outsideVitest: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|TEST$)/.test(name),
  ),
);

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
const version = findPreviousVersion();
const folder = mkdtempSync(join(tmpdir(), 'marquee-previous-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, env: outsideVitest, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-8_000)}`);
}

it.skipIf(version === null)(
  `the previous version passes its tests with the migrations of this version${version === null ? ` (${NO_PREVIOUS_VERSION})` : ''}`,
  async () => {
    checkOut(version ?? '', folder);
    await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline']);
    await run('pnpm', ['generate']);
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
    await run('pnpm', [...vitest, '--retry=1', '--reporter=json', `--outputFile=${report}`, ...TESTS]);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    console.warn(`${version} over the migrations of HEAD: ${numPassedTests} tests passed`);
    expect(numFailedTests).toBe(0);
    expect(numPassedTests).toBeGreaterThan(100);
  },
  900_000,
);
