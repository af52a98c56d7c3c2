// The measured process: runs the application, and sends its figures to the parent process on each IPC message.
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GCProfiler } from 'node:v8';
import { buildApp } from '@marquee/api/src/app.ts';
import { createDeps } from '@marquee/api/src/deps.ts';
import { loadEnv } from '@marquee/api/src/env.ts';

const deps = await createDeps(loadEnv());
await deps.start();
const app = await buildApp(deps);
await app.listen({ host: '127.0.0.1', port: 0 });

interface Question {
  tokensOf?: number[];
  refresh?: boolean;
  allocations?: 'start' | 'end';
  profile?: 'start' | 'end';
  scoresOf?: number;
}

const collections = new GCProfiler();
let usedAtStart = 0;

/** Returns the bytes allocated since the start: what was used, and what each collection has freed. */
function endAllocations(): number {
  const used = process.memoryUsage().heapUsed;
  let freed = 0;
  for (const { beforeGC, afterGC } of collections.stop()?.statistics ?? [])
    freed += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
  return used - usedAtStart + freed;
}

const session = new Session();
async function profile(step: 'start' | 'end'): Promise<string | undefined> {
  if (step === 'start') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 250 });
    await session.post('Profiler.start');
    await session.post('HeapProfiler.startSampling', {
      includeObjectsCollectedByMinorGC: true,
      includeObjectsCollectedByMajorGC: true,
    });
    return undefined;
  }
  const { profile: cpu } = await session.post('Profiler.stop');
  const { profile: heap } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const file = join(tmpdir(), `marquee-${process.pid}.json`);
  await writeFile(file, JSON.stringify({ cpu, heap }));
  return file;
}

async function scoresOf(userId: number): Promise<Record<number, number>> {
  const taste = await deps.inMemory.users.findTaste(userId);
  if (!taste) return {};
  const { model, data } = taste.snapshot;
  const scores = model.order(taste.factors);
  return Object.fromEntries(Array.from(scores, (score, item) => [data.ids[item] ?? 0, score]));
}

process.on('message', async (question: Question) => {
  if (question.refresh) await deps.inMemory.refresh();
  if (question.allocations === 'start') {
    collections.start();
    usedAtStart = process.memoryUsage().heapUsed;
  }
  const { user, system } = process.cpuUsage();
  const thread = process.threadCpuUsage();
  process.send?.({
    address: app.listeningOrigin,
    cpuMs: (user + system) / 1_000,
    threadMs: (thread.user + thread.system) / 1_000,
    rssBytes: process.memoryUsage.rss(),
    tokens: question.tokensOf?.map((id) => app.issueToken(id, 0)),
    allocatedBytes: question.allocations === 'end' ? endAllocations() : undefined,
    profile: question.profile && (await profile(question.profile)),
    scores: question.scoresOf === undefined ? undefined : await scoresOf(question.scoresOf),
  });
});
process.on('disconnect', () => process.exit(0));
