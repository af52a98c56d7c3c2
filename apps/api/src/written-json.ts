import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Below this the headers weigh as much as what is saved. */
const MIN_BYTES = 2_048;
/** A page of rows shrinks to an eighth even so, in a millisecond of a pool thread. */
const options = { level: constants.Z_BEST_SPEED };

/** Compressed forms live as long as the replies they come from, so a kept page is compressed once. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

function compressedOnce(json: Buffer): Promise<Buffer> {
  const kept = compressed.get(json) ?? compress(json, options);
  compressed.set(json, kept);
  return kept;
}

/** Sends JSON that is already written, compressed where it is worth it and the client takes it. */
export async function sendWrittenJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (json.length < MIN_BYTES) return reply.send(json);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
  if (negotiate(String(request.headers['accept-encoding'] ?? ''), ['gzip']) === null) return reply.send(json);
  return reply.header('content-encoding', 'gzip').send(await compressedOnce(json));
}
