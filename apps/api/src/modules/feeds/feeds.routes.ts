import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { FeedsService } from './feeds.service.ts';

/** Readers that ask more often get their own copy again. */
const KEPT_S = 300;

/** Returns whether `If-None-Match` names the tag. A weak tag is equal to a strong one here (RFC 9110, section 13.1.2). */
const names = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));

export function registerFeeds(app: FastifyInstance, feeds: FeedsService): void {
  serve(app, 'GET /feeds/{secret}/{file}', async ({ caller, params, request, reply }) => {
    const { type, body } = await feeds.read(caller, params.file);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    reply
      .header('cache-control', `private, max-age=${KEPT_S}`)
      .header('etag', `W/${etag}`)
      .header('x-robots-tag', 'noindex')
      .type(`${type}; charset=utf-8`);
    if (names(request.headers['if-none-match'], etag)) {
      reply.code(304);
      return undefined;
    }
    return body;
  });
}
