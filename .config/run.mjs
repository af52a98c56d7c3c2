// npm start · npm test · npm run test:long, from an empty clone on any Node from 18. Gets what is missing, then hands
// over to Node 24 and stays only to pass signals on.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { ensureClient, ensureDependencies, ensureTools, ensureWeb, root, StepError } from './steps.mjs';

const commands = {
  start: { args: ['apps/api/src/local.ts'], needsWeb: true, ownGroup: true },
  test: { args: ['.config/test.mjs'], needsWeb: false, ownGroup: false },
  'test:long': { args: ['.config/test.mjs', '--long'], needsWeb: false, ownGroup: false },
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
  await ensureClient(tools);
  if (command.needsWeb) await ensureWeb(tools);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}

// In a group of its own the stack hears of Ctrl-C from us alone, once; and when we are killed it notices, because the
// channel between us closes.
const child = spawn(tools.node, ['--disable-warning=ExperimentalWarning', ...command.args, ...rest], {
  cwd: root,
  env: tools.env,
  detached: command.ownGroup && process.platform !== 'win32',
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (command.ownGroup || signal !== 'SIGINT') child.kill(signal);
  });
}

// npm does not tell its scripts that it was killed; we notice that it is no longer above us. A shell may stand between.
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
    return process.ppid; // No /proc here, or the parent has just gone.
  }
}

child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
