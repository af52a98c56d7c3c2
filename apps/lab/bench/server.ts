// The measured process: runs the application, and sends its figures to the parent process on each IPC message.
import { buildApp } from '@marquee/api/src/app.ts';
import { createDeps } from '@marquee/api/src/deps.ts';
import { loadEnv } from '@marquee/api/src/env.ts';

const deps = await createDeps(loadEnv());
await deps.start();
const app = await buildApp(deps);
await app.listen({ host: '127.0.0.1', port: 0 });

process.on('message', async (question: { tokensOf?: number[]; refresh?: boolean }) => {
  if (question.refresh) await deps.inMemory.refresh();
  const { user, system } = process.cpuUsage();
  const thread = process.threadCpuUsage();
  process.send?.({
    address: app.listeningOrigin,
    cpuMs: (user + system) / 1_000,
    threadMs: (thread.user + thread.system) / 1_000,
    rssBytes: process.memoryUsage.rss(),
    stats: deps.inMemory.stats(),
    tokens: question.tokensOf?.map((id) => app.issueToken(id, 0)),
  });
});
process.on('disconnect', () => process.exit(0));
