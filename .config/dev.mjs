// pnpm dev: runs the local stack, restarted after every change of the API, and Vite for the web app.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './steps.mjs';

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/local/src/start.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
  }),
];

let code = 0;
for (const child of children) {
  child.once('exit', (status) => {
    code ||= status ?? 0;
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code;
  });
}
// The terminal sends Ctrl-C to the child processes too, so this process only waits until they exit.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM');
});
