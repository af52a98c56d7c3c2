import type { FastifyReply } from 'fastify';

/** Adds a request header to those on which the reply depends. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
}
