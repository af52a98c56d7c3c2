import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addVary } from './vary.ts';

/** Bodies with fewer bytes are sent without compression, because compression would save too little. */
const MIN_BYTES = 2_048;
/** The preferred form first. */
const ENCODINGS = ['br', 'gzip'];
/** A chunk holds most compressed pages, so that a compression takes one turn. */
const chunkSize = 32_768;
// ADR 36 has the figures of the levels. The window holds a page, and a larger one takes longer to set up.
const brotli = {
  chunkSize,
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const gzip = { chunkSize, level: 2 };

/**
 * Compresses large JSON as the client accepts it, on the main thread, because handing a page to another thread takes as
 * long as its compression.
 */
export const compression = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
    if (!isWhole || !isJson || payload.length < MIN_BYTES) return payload;
    addVary(reply, 'Accept-Encoding');
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding);
    return encoding === 'br' ? brotliCompressSync(payload, brotli) : gzipSync(payload, gzip);
  });
});
