import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import type { QueueView } from '#src/jobs/queue.ts';

export const JOB_BOARD_PATH = '/operations/jobs';

// The page sets inline styles. It names a font of another host, which stays blocked.
const BOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/**
 * Shows the job queue, without changing it: `pnpm jobs replay` replays dead letters. A ticket holds ids
 * only, so the page shows no personal data. The caller guards it.
 */
export async function registerJobBoard(app: FastifyInstance, openQueue: QueueView['queue']) {
  await app.register(async (board) => {
    board.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', BOARD_CSP);
    });
    let isOpen = false;
    /** The board shows queues on PostgreSQL too, but its types name only queues on Redis. */
    const open = (): void => {
      const queue: unknown = openQueue();
      if (!isOpen && queue instanceof Queue) addQueue(new BullMQAdapter(queue, { readOnlyMode: true }));
      isOpen = true;
    };
    const server = new FastifyAdapter();
    const { addQueue } = createBullBoard({
      queues: [],
      serverAdapter: server,
      options: { uiConfig: { boardTitle: 'Marquee jobs' } },
    });
    // The queue connects when it is opened, so it opens with the first visit.
    board.addHook('preHandler', async () => open());
    await board.register(server.registerPlugin(), { prefix: JOB_BOARD_PATH });
  });
}
