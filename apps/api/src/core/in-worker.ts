// The side of run-worker.ts in the child process.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Envelope } from './run-worker.ts';

const send = (envelope: Envelope): unknown => process.send?.(envelope);

/**
 * Waits for the request and does the work. Then the parent process ends this process.
 * @param work posts its results. `post` resolves when the parent process asks for the next message.
 */
export async function answerRequest<Request, Message>(
  work: (request: Request, post: (message: Message) => Promise<void>) => Promise<void>,
): Promise<void> {
  // A thread, because the work may block this one while it allocates.
  new Worker(new URL('./memory-limit.worker.ts', import.meta.url), { argv: process.argv.slice(2) }).unref();
  // The channel closes when the parent process ends.
  process.once('disconnect', () => process.exit(1));
  // Ctrl-C in a terminal and some supervisors also signal the children. The parent process ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // The parent process ends this one by SIGKILL, so nothing would be written at its exit.
  flushCompileCache();
  const [request] = await once(process, 'message');
  const unread: (() => void)[] = [];
  process.on('message', () => unread.shift()?.());
  const post = (message: Message): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    unread.push(resolve);
    send({ text: JSON.stringify(message) });
    return promise;
  };
  try {
    await work(request, post);
    send({ done: true });
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) });
  }
}
