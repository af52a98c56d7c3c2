import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { childEnv } from '@marquee/api/src/env.ts';
import { freshDatabaseUrl, testDatabaseUrl } from '@marquee/api/test/database.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose, readProject } from './containers.ts';

const project = join(import.meta.dirname, '../../..');
const blocks = [...readProject('docs/operations.md').matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, text = '']) => text,
);
const lines = blocks.flatMap((block) => block.trim().split('\n'));
const scripts: Record<string, string> = JSON.parse(readProject('package.json')).scripts;
const folder = mkdtempSync(join(tmpdir(), 'marquee-operations-'));
const url = await testDatabaseUrl();

beforeAll(async () => {
  const prisma = connectDatabase(url, 1);
  await createUser(prisma, { email: 'ann@example.com' });
  await prisma.$disconnect();
  // A shell script named `pnpm` runs the command of a package.json script directly, which is faster than
  // pnpm. A script may call another script with `pnpm -s`.
  const cases = Object.entries(scripts)
    .filter(([, command]) => /^(node apps\/|pnpm -s )/.test(command))
    .map(([name, command]) => {
      const direct = command.replace(/^node /, `node ${project}/`).replace(/^pnpm -s /, '"$0" ');
      return `${name}) shift; exec ${direct} "$@";;`;
    });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/pnpm'), `#!/bin/sh\ncase "$1" in\n${cases.join('\n')}\nesac\nexit 127\n`);
  chmodSync(join(folder, 'bin/pnpm'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(line: string): Promise<{ line: string; code: unknown; out: string }> {
  const env = childEnv({
    PATH: `${join(folder, 'bin')}:${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin`,
    NODE_ENV: 'test',
    // About twenty processes load the same modules, so cache the compiled code.
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    DATABASE_URL: url,
    NEW_DATABASE_URL: newUrl,
    JWT_SECRET: 'a secret of the test run, 32 characters or more',
    ALTCHA_KEY: 'another secret of the test run, 32 or more',
    STRIPE_SECRET_KEY: 'sk_test_of_the_test_run_32_characters',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test_run_32_characters',
  });
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', line], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ line, code: error?.code ?? 0, out: stdout + stderr }),
    );
  });
}
const newUrl = await freshDatabaseUrl();

it('every pnpm command of docs/operations.md exits with 0, except `pnpm marquee doctor` when mail server and Stripe are missing', async () => {
  const mine = blocks
    .map((block) =>
      block
        .trim()
        .split('\n')
        .filter((line) => /(^|\s)pnpm /.test(line)),
    )
    .filter((block) => block.length > 0);
  expect(mine.length).toBeGreaterThan(7);
  const outputs = new Map<string, string>();
  const runBlock = async (block: string[]): Promise<void> => {
    for (const line of block) {
      const { code, out } = await run(line);
      outputs.set(line, out);
      // No mail server and no Stripe run here, so `pnpm marquee doctor` must exit with 1.
      expect([line, code, out]).toEqual([line, line === 'pnpm marquee doctor' ? 1 : 0, expect.any(String)]);
    }
  };
  const waiting = [...mine];
  const lane = async (): Promise<void> => {
    for (let block = waiting.shift(); block; block = waiting.shift()) await runBlock(block);
  };
  await Promise.all([lane(), lane(), lane()]);

  expect(outputs.get('pnpm marquee users show ann@example.com')).toContain('ann@example.com');
  expect(outputs.get('pnpm marquee users disable ann@example.com --dry-run')).toContain('would be disabled');
  expect(outputs.get('pnpm marquee plans places')).toContain('left');
  const doctor = outputs.get('pnpm marquee doctor') ?? '';
  expect(doctor).toMatch(/^ok {4}database .*PostgreSQL \d/m);
  expect(doctor).toMatch(/^ok {4}queue /m);
  expect(doctor).toMatch(/^FAIL {2}mail .*SMTP_URL/m);
  expect(doctor).toMatch(/^FAIL {2}stripe .*STRIPE_API_BASE/m);
  expect(doctor).toMatch(/^FAIL {2}catalogue .*pnpm marquee catalogue import FILE/m);
  expect(statSync(join(folder, 'ann.json')).mode & 0o777).toBe(0o600);
  const exported = JSON.parse(readFileSync(join(folder, 'ann.json'), 'utf8'));
  expect(exported.user.email).toBe('ann@example.com');
  expect(outputs.get('pnpm marquee backup check marquee.sql.gz')).toContain('Complete');
});

it('the other commands of docs/operations.md use existing services, profiles, manifests and scripts', () => {
  const profiles = new Set(
    Object.values<{ profiles?: string[] }>(compose.services).flatMap(({ profiles: named = [] }) => named),
  );
  for (const line of lines) {
    const [program = '', ...words] = line.split(' ');
    if (program === 'docker') {
      const at = words.indexOf('--profile');
      if (at >= 0) expect(profiles).toContain(words[at + 1]);
      const command = words.findIndex((word) => ['up', 'run', 'build'].includes(word));
      const named = words.slice(command + 1).filter((word) => !word.startsWith('-'));
      const services = words[command] === 'run' ? named.slice(0, 1) : named;
      for (const service of services) expect(compose.services).toHaveProperty([service]);
    } else if (program === 'kubectl') {
      const at = words.indexOf('-k');
      if (at >= 0) expect(existsSync(join(project, words[at + 1] ?? '', 'kustomization.yaml'))).toBe(true);
    } else if (program === 'pnpm') expect(scripts).toHaveProperty([words[0] ?? '']);
    else expect(line).toMatch(/^DATABASE_URL=\$NEW_DATABASE_URL pnpm /);
  }
});

it('a tool exits with 2 for wrong arguments, and with 1 for a user that does not exist', async () => {
  const [wrong, option, absent] = await Promise.all([
    run('pnpm marquee users destroy'),
    run('pnpm marquee retention --years none'),
    run('pnpm marquee users show 2000000'),
  ]);
  expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining('Usage:')]);
  expect([option.code, option.out]).toEqual([2, expect.stringContaining('--years')]);
  expect([absent.code, absent.out]).toEqual([1, 'There is no user with this id or address\n']);
});
