import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, ENCODINGS, isCompressible, KeptJson, type Written } from '#src/core/kept-json.ts';
import { addVary } from './vary.ts';

/** Sends serialized JSON. Compresses a large body as the client accepts it. */
export async function sendWrittenJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Written,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8');
  const plain = (): Promise<Buffer> | Buffer => (json instanceof KeptJson ? json.plain() : json);
  if (!isCompressible(json)) return reply.send(await plain());
  addVary(reply, 'Accept-Encoding');
  const accepted = negotiate(String(request.headers['accept-encoding'] ?? ''), [...ENCODINGS]);
  const encoding = ENCODINGS.find((known) => known === accepted);
  if (encoding === undefined) return reply.send(await plain());
  const compressed = json instanceof KeptJson ? json.compressed(encoding) : compress(json, encoding);
  return reply.header('content-encoding', encoding).send(await compressed);
}
