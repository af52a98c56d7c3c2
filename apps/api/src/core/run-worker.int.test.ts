import { expect, it } from 'vitest';
import { bareEnv } from '#src/env.ts';
import { runWorker, WorkerStopped } from './run-worker.ts';

const script = new URL('../../test/unbounded-process.ts', import.meta.url);
const wide = { heapMb: 1_024, memoryMb: 2_048, timeMs: 60_000, outputChars: 100 * 2 ** 20 };

it.each([
  { use: 'heap', limits: { ...wide, heapMb: 64 }, reason: 'heap' },
  { use: 'buffers', limits: { ...wide, memoryMb: 256 }, reason: 'more than 256 MB' },
  { use: 'time', limits: { ...wide, timeMs: 2_000 }, reason: 'more than 2000 ms' },
  { use: 'output', limits: { ...wide, outputChars: 4 * 2 ** 20 }, reason: 'characters' },
])('a child process that takes too much $use is stopped', async ({ use, limits, reason }) => {
  const read = async (): Promise<void> => {
    for await (const message of runWorker({ script, request: { use }, limits, env: bareEnv() }))
      expect(message).toContain('a');
  };
  const stopped = await read().catch((error: unknown) => error);
  expect(stopped).toBeInstanceOf(WorkerStopped);
  expect(String(stopped)).toContain(reason);
});
