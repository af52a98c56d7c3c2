// Runs npm start, npm test and npm run test:long, from a new clone on any Node from 18 on. Installs missing
// prerequisites, and runs the command in Node 24.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { compileCache, ensureBuilt, ensureDependencies, ensureTools, root, StepError } from './steps.mjs';

// By default, V8's heap grows to a multiple of the used memory. These flags limit the growth
// (docs/operations.md#memory).
const heapFlags = ['--max-semi-space-size=16', '--heap-growing-percent=40'];

/**
 * Settings of glibc's malloc, which other allocators ignore (docs/operations.md#memory). Freed arrays of 128
 * kB and more return to the system, and threads share two arenas.
 */
const smallMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const commands = {
  start: {
    args: [...heapFlags, 'apps/local/src/start.ts'],
    env: smallMalloc,
    ownGroup: true,
  },
  test: { args: ['.config/test.mjs'], env: {}, ownGroup: false },
  'test:long': { args: ['.config/test.mjs', '--long'], env: {}, ownGroup: false },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Usage: node .config/run.mjs ${Object.keys(commands).join(' | ')}`);
  process.exit(2);
}

let tools;
try {
  tools = await ensureTools();
  await ensureDependencies(tools);
  await ensureBuilt(tools);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}

// The stack runs in a separate process group, so that only this process passes Ctrl-C on to the stack. The
// stack also stops when the IPC channel closes, which happens when this process is killed.
const child = spawn(tools.node, ['--disable-warning=ExperimentalWarning', ...command.args, ...rest], {
  cwd: root,
  env: { NODE_COMPILE_CACHE: compileCache, ...command.env, ...tools.env },
  detached: command.ownGroup && process.platform !== 'win32',
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (command.ownGroup || signal !== 'SIGINT') child.kill(signal);
  });
}

// A killed npm sends no signal to its scripts, so this process polls whether npm is still its parent. A shell
// may run between npm and this process.
if (process.env.npm_lifecycle_event) {
  const npm = findNpm();
  setInterval(() => {
    if (findNpm() !== npm) child.kill('SIGTERM');
  }, 500).unref();
}

function findNpm() {
  try {
    const [, name, rest = ''] =
      /\((.*)\) \S (.*)/s.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? [];
    return /^(ba|da)?sh$/.test(name) ? Number(rest.split(' ')[0]) : process.ppid;
  } catch {
    return process.ppid; // This system has no /proc, or the parent has just exited.
  }
}

child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
