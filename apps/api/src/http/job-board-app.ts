import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * Builds the job board as a separate Fastify application, which does not listen.
 * @param queue `unknown`, because the types of the board only allow a queue on Redis. The board also shows a
 * queue on PostgreSQL.
 */
export async function buildJobBoard(prefix: string, queue: unknown): Promise<FastifyInstance> {
  const board = Fastify();
  const server = new FastifyAdapter();
  createBullBoard({
    queues: queue instanceof Queue ? [new BullMQAdapter(queue, { readOnlyMode: true })] : [],
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Marquee jobs' } },
  });
  await board.register(server.registerPlugin(), { prefix });
  return board;
}
