// Installs what `npm start` and `npm test` need: Node 24 with pnpm, and the dependencies. Turbo builds the Prisma client
// and the web app. This file must run on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** With compiled code on disk, a process that loads the API needs a third of the processor time until it is ready. */
export const compileCache = join(root, 'node_modules/.cache/node');
const stamps = join(root, 'node_modules', '.marquee');

/** The oldest Node that may run the product. Earlier versions of Node 24 hash nine-digit keys predictably. */
const NODE = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const PNPM = packageManager.split('@')[1];

/**
 * The Node executable (this version, or a later one of its major version), and an environment with pnpm on the PATH. `found` is stored in
 * node_modules, so that the next start needs no search.
 * @typedef {{ node: string, env: NodeJS.ProcessEnv, found?: string }} Tools
 */

const say = (line) => process.stdout.write(`${line}\n`);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** A step failed. The output of the step is already printed. */
export class StepError extends Error {}

/**
 * Runs one command and prints its name, then a line every ten seconds, and the output after a failure. With
 * `live`, prints the output immediately instead.
 */
export function runStep(name, command, args, { env = process.env, live = false } = {}) {
  const began = Date.now();
  say(`${name} …`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const ticker = live ? undefined : setInterval(() => say(`${name} … ${seconds(began)}`), 10_000);
    const fail = (reason) => {
      clearInterval(ticker);
      if (output) process.stderr.write(output);
      reject(new StepError(`${name} failed: ${reason}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) => {
      if (code !== 0) return fail(signal ?? `exit code ${code}`);
      clearInterval(ticker);
      say(`${name}: ${seconds(began)}`);
      resolve(output);
    });
  });
}

/**
 * Returns the environment without variables of npm scripts, which pnpm and a nested npx would use as
 * settings.
 */
function cleanEnv(binFolder) {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_/i.test(name) ||
      /^npm_config_(registry|userconfig|cafile|cache|strict_ssl|.*proxy)$/i.test(name),
  );
  const env = Object.fromEntries(kept);
  const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[path] = binFolder ? `${binFolder}${delimiter}${env[path] ?? ''}` : env[path];
  return { ...env, TURBO_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1' };
}

/**
 * Returns whether this version of Node may run the product. Another major version may not, because tests run with
 * one only and its early versions lack repairs that this one has.
 */
export function isRightNode(version) {
  const [major, ...rest] = version.split('.').map(Number);
  const [neededMajor, ...needed] = NODE.split('.').map(Number);
  const at = rest.findIndex((part, index) => part !== needed[index]);
  return major === neededMajor && (at === -1 || rest[at] > needed[at]);
}

function hasRightPnpm() {
  const { status, stdout } = spawnSync('pnpm', ['--version'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return status === 0 && stdout.trim() === PNPM;
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

function remember(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

/**
 * Finds Node and pnpm of this process. If a version does not fit, npx downloads both once
 * (about 6 s).
 * @returns {Promise<Tools>}
 */
export async function ensureTools() {
  const key = `${process.execPath} ${process.env.PATH} ${NODE} ${PNPM}`;
  const known = JSON.parse(read(join(stamps, 'tools.json')) ?? '{}');
  if (known.key === key && existsSync(known.node) && (!known.bin || existsSync(join(known.bin, 'pnpm'))))
    return { node: known.node, env: cleanEnv(known.bin) };

  let tools = { key, node: process.execPath, bin: '' };
  if (!isRightNode(process.versions.node) || !hasRightPnpm()) {
    const script = 'node -p "JSON.stringify([process.execPath, process.env.PATH])"';
    const args = ['--yes', '-p', `node@${NODE}`, '-p', `pnpm@${PNPM}`, '-c', script];
    const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
    const output = await runStep(`Getting Node ${NODE} and pnpm ${PNPM}`, npx, args, { env: cleanEnv('') });
    const [node, path] = JSON.parse(output.split('\n').find((line) => line.startsWith('[')) ?? '[]');
    const bin = path?.split(delimiter).find((folder) => existsSync(join(folder, 'pnpm')));
    if (!bin) throw new StepError('npx did not install pnpm');
    tools = { key, node, bin };
  }
  return { node: tools.node, env: cleanEnv(tools.bin), found: JSON.stringify(tools) };
}

const manifests = () =>
  ['apps', 'packages']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}/package.json`))
    .concat('package.json', 'prisma/package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml')
    .filter((file) => existsSync(join(root, file)));

/** @param {Tools} tools */
export async function ensureDependencies({ env, found }) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${NODE}`);
  for (const file of manifests()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  const state = hash.digest('hex');
  if (!existsSync(join(root, 'node_modules/.modules.yaml')) || read(join(stamps, 'install')) !== state) {
    const args = ['install', '--frozen-lockfile', '--prefer-offline', '--config.confirmModulesPurge=false'];
    await runStep('Installing dependencies', 'pnpm', args, { env, live: true });
    remember('install', state);
  }
  if (found) remember('tools.json', found);
}

/**
 * Builds the database client and the web app. Turbo does nothing when no input has changed.
 * @param {Tools} tools
 */
export async function ensureBuilt({ env }) {
  const filters = ['--filter=@marquee/prisma', '--filter=@marquee/web'];
  const args = ['exec', 'turbo', 'run', 'generate', 'build', ...filters, '--output-logs=errors-only'];
  await runStep('Building the database client and the web app', 'pnpm', args, { env });
}
