import type { FastifyInstance } from 'fastify';
import { once } from '#src/core/once.ts';
import type { QueueView } from '#src/jobs/queue.ts';

export const JOB_BOARD_PATH = '/operations/jobs';

// Allows the inline styles of the page, and blocks the font that the page requests from another host.
const BOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of the board's replies that are passed to the client. Other headers concern the connection to
 * the board.
 */
const PASSED = ['content-type', 'etag', 'last-modified', 'cache-control'];

/** Loads the board, its libraries and BullMQ, and connects to the queue. */
async function openBoard(openQueue: QueueView['queue']): Promise<FastifyInstance> {
  const { buildJobBoard } = await import('./job-board-app.ts');
  return buildJobBoard(JOB_BOARD_PATH, await openQueue());
}

/** Serves a read-only page of the job queue. The caller must restrict access to the page. */
export function serveJobBoard(app: FastifyInstance, openQueue: QueueView['queue']): void {
  // Loads the board on the first visit, so that the start of the API does not wait for its libraries.
  const board = once(() => openBoard(openQueue));
  for (const path of [JOB_BOARD_PATH, `${JOB_BOARD_PATH}/*`])
    app.get(path, async ({ url }, reply) => {
      const { statusCode, headers, rawPayload } = await (await board()).inject({ method: 'GET', url });
      for (const name of PASSED) if (headers[name] !== undefined) reply.header(name, headers[name]);
      return reply.code(statusCode).header('content-security-policy', BOARD_CSP).send(rawPayload);
    });
  app.addHook('onClose', async () => {
    // A board that failed to open has nothing to close. The visit that opened the board has reported the
    // failure.
    const opened = await board.started()?.catch(() => undefined);
    await opened?.close();
  });
}
