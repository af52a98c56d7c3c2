import type { FastifyInstance } from 'fastify';
import type { QueueView } from '#src/jobs/queue.ts';

export const JOB_BOARD_PATH = '/operations/jobs';

// The page uses inline styles. The page also requests a font from another host, which this policy blocks.
const BOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Loads the board, its libraries and BullMQ, and connects to the queue. */
async function openBoard(openQueue: QueueView['queue']): Promise<FastifyInstance> {
  const { buildJobBoard } = await import('./job-board-app.ts');
  return buildJobBoard(JOB_BOARD_PATH, await openQueue());
}

/**
 * Serves a read-only page of the job queue. `pnpm jobs replay` replays dead letters. A ticket contains only ids, so the
 * page shows no personal data. The caller must restrict access to the page. The first visit opens the board, so that
 * the start of the API does not wait for its libraries.
 */
export function serveJobBoard(app: FastifyInstance, openQueue: QueueView['queue']): void {
  let opening: Promise<FastifyInstance> | undefined;
  for (const url of [JOB_BOARD_PATH, `${JOB_BOARD_PATH}/*`])
    app.all(url, async ({ method, url, headers }, reply) => {
      opening ??= openBoard(openQueue);
      const answer = await (await opening).inject({ method, url, headers });
      return reply
        .code(answer.statusCode)
        .headers({ ...answer.headers, 'content-security-policy': BOARD_CSP })
        .send(answer.rawPayload);
    });
  app.addHook('onClose', async () => {
    await (await opening)?.close();
  });
}
