import { cardVersion } from '@marquee/artwork/paths';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import type { JpegPrints } from '#src/modules/artwork/jpeg-prints.ts';
import { LinkCardKind, type LinkCardsService } from './link-cards.service.ts';

const YEAR = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=300, must-revalidate';
/** The kinds whose facts are public for ever. */
const LASTING: readonly LinkCardKind[] = ['title', 'person', 'page'];
/** Every use asks the server first: a list, a round and a poster are gone as soon as their link is renewed, ended or taken back. */
const ASKED = 'no-cache';

/** Serves the pictures that networks show beside links, under /images/cards. */
export function registerLinkCards(app: FastifyInstance, cards: LinkCardsService, prints: JpegPrints): void {
  app.get<{ Params: { kind: string; key: string } }>(
    '/images/cards/:kind/:key.jpg',
    { config: { countsAsCall: true } },
    async (request, reply) => {
      const kind = LinkCardKind.safeParse(request.params.kind);
      const found = kind.success && (await cards.find(kind.data, request.params.key, request.ip)).card;
      if (!found) throw new AppError('not_found');
      const version = cardVersion(found.art);
      const { v } = Object(request.query);
      const lasting = v === version ? YEAR : SHORT;
      const etag = `"${version}"`;
      reply
        .header('cache-control', LASTING.includes(found.kind) ? lasting : ASKED)
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('etag', etag)
        .type('image/jpeg');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const name = `${found.kind}/${found.key}?${version}`;
      return reply.send(await prints.get(name, { kind: 'card', art: found.art }));
    },
  );
}
