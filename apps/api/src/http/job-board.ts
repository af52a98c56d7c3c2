import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import type { QueueView } from '#src/jobs/queue.ts';

export const JOB_BOARD_PATH = '/operations/jobs';

// The page uses inline styles. The page also requests a font from another host, which this policy blocks.
const BOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/**
 * Registers a read-only page of the job queue. `pnpm jobs replay` replays dead letters. A ticket contains only
 * ids, so the page shows no personal data. The caller must restrict access to the page.
 */
export async function registerJobBoard(app: FastifyInstance, openQueue: QueueView['queue']) {
  await app.register(async (board) => {
    board.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', BOARD_CSP);
    });
    let isOpen = false;
    /**
     * Takes the queue as `unknown`: the board supports queues on PostgreSQL, but its types only allow Redis.
     */
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
    // `openQueue` connects to the queue, so call it only when the page is visited.
    board.addHook('preHandler', async () => open());
    await board.register(server.registerPlugin(), { prefix: JOB_BOARD_PATH });
  });
}
