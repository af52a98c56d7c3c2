// The measured process: runs the application, and sends its figures to the parent process on each IPC message.
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

async function scoresOf(userId: number): Promise<Record<number, number>> {
  const taste = await deps.inMemory.users.findTaste(userId);
  if (!taste) return {};
  const { model, data } = taste.snapshot;
  const scores = model.interest(taste.factors);
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
    snapshotBytes: deps.inMemory.stats().snapshotBytes,
    tokens: question.tokensOf?.map((id) => app.issueToken(id, 0)),
    allocatedBytes: question.allocations === 'end' ? endAllocations() : undefined,
    scores: question.scoresOf === undefined ? undefined : await scoresOf(question.scoresOf),
  });
});
process.on('disconnect', () => process.exit(0));
