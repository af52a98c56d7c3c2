// Ends its process when the process has more resident memory than the first argument allows, in MB.
import { writeSync } from 'node:fs';

const INTERVAL_MS = 50;
const STDERR = 2;
const limitMb = Number(process.argv[2]);

setInterval(() => {
  if (process.memoryUsage.rss() <= limitMb * 2 ** 20) return;
  writeSync(STDERR, `more than ${limitMb} MB of memory`);
  process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
