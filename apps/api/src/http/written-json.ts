import type { FastifyReply } from 'fastify';
import { type Encoding, encode, KeptJson, type Written } from '#src/core/encoded-json.ts';
import { addVary } from './vary.ts';

/** Sends serialized JSON, a large body compressed as the client accepts it. */
export function sendWrittenJson(reply: FastifyReply, json: Written, accepted: Encoding | null): FastifyReply {
  const { bytes, encoding, varies } = json instanceof KeptJson ? json : encode(json, accepted);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (varies) addVary(reply, 'Accept-Encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(bytes);
}
