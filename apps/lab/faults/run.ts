// `pnpm lab faults [--short] [NAME…]`: injects faults into real processes, and prints the result of each fault.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { describeResult, FAULTS, listBroken, runFault } from './suite.ts';
import { startWorld } from './world.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const USAGE = `Usage: pnpm lab faults [--short] [NAME…]

Starts the product on free ports of this machine, injects each fault, and compares what clients were told with the
database. The exit code is 1 when a promise of docs/operations.md does not hold. --short takes seconds for each fault. Needs
Linux; faults of Redis need redis-server, the fault of the clock Debian's faketime, and full disks need root. A fault
without its program is skipped, with a line that names it.

${FAULTS.map(({ name, cause }) => `  ${name.padEnd(20)} ${cause}`).join('\n')}`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { short: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (values.help || unknown.length > 0) {
    if (unknown.length > 0) say(`Unknown fault: ${unknown.join(', ')}\n`);
    say(USAGE);
    return unknown.length > 0 ? 2 : 0;
  }
  const size = values.short ? 'short' : 'full';
  const chosen = FAULTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  say(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${gigabytes} GB`,
  );
  const began = performance.now();
  const world = await startWorld(size, (line) => say(`      ${line}`));
  say(`started in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void world.close().finally(() => process.exit(1)));
  let failed = 0;
  try {
    for (const fault of chosen) {
      const result = await runFault(world, fault, size);
      say(describeResult(result, true));
      if (listBroken(result, true).length > 0) failed++;
    }
  } finally {
    await world.close();
  }
  say(failed === 0 ? 'Every promise held' : `${failed} of ${chosen.length} faults broke a promise`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await run();
