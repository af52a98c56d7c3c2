// Generates the client without a download. `prisma generate` requires the path of a schema engine binary but
// never runs it, so any executable is accepted.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build', 'index.js');

const { status, stdout, stderr, error } = spawnSync(
  process.execPath,
  [cli, 'generate', '--schema', 'schema.prisma', '--no-hints'],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  },
);
if (error) throw error;
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}
