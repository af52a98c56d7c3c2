import type { PersonArt, ProviderArt, TitleArt } from '@marquee/artwork';
import { personVersion, providerVersion, titleArtVersion } from '@marquee/artwork/paths';
import { isId } from '@marquee/contracts/screen-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { createGate } from '#src/core/gate.ts';
import type { Drawing } from './draw.worker.ts';
import { createPrints, type Print, type Prints } from './prints.ts';

/** Reads the facts that the images show. A method returns null when the title, person or provider does not exist. */
export interface ArtFacts {
  findTitle(id: number): Promise<TitleArt | null>;
  /** Returns the id of the listed title at this rank of popularity. The first rank is 1. */
  findBestKnown(place: number): Promise<number | null>;
  findPerson(id: number): Promise<PersonArt | null>;
  findProvider(slug: string): Promise<ProviderArt | null>;
}

const YEAR = 'public, max-age=31536000, immutable';
// The header for addresses without the current version. The client must revalidate, because the title may
// have changed.
const SHORT = 'public, max-age=300, must-revalidate';
const SHOWCASE_MAX = 100;
/** Number of database connections that images may use at the same time. */
const QUERIES_AT_ONCE = 2;
const QUERIES_WAITING_MAX = 200;

interface Facts {
  version: string;
  drawing: Drawing;
}

const titleFacts = (kind: 'poster' | 'backdrop', art: TitleArt): Facts => ({
  version: titleArtVersion(art),
  drawing: { kind, art },
});

function sendPrint(request: FastifyRequest, reply: FastifyReply, print: Print, cached: string): FastifyReply {
  reply
    .header('cache-control', cached)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('etag', print.etag)
    .header('vary', 'Accept-Encoding')
    .type('image/svg+xml; charset=utf-8');
  if (request.headers['if-none-match'] === print.etag) return reply.code(304).send();
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(print.svg);
  return reply.header('content-encoding', 'gzip').send(print.gzip);
}

function toNumber(text: string): number {
  if (!isId(text)) throw new AppError('not_found');
  return Number(text);
}

function orNotFound<T>(found: T | null): T {
  if (found === null) throw new AppError('not_found');
  return found;
}

/**
 * Serves generated art under /images: posters, backdrops and people by id, providers by slug. Images are drawn
 * on demand, and cached by version, plain and compressed.
 * @returns the threads that draw, for other pictures.
 * @throws AppError `not_found` for an unknown id.
 */
export function registerArt(app: FastifyInstance, facts: ArtFacts): Prints {
  const prints = createPrints();
  app.addHook('onClose', () => prints.close());
  const gate = createGate({ atOnce: QUERIES_AT_ONCE, waitingMax: QUERIES_WAITING_MAX });

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    read: () => Promise<Facts>,
  ): Promise<FastifyReply> {
    const { v } = Object(request.query);
    const cached = typeof v === 'string' ? prints.find(key, v) : undefined;
    if (cached !== undefined) return sendPrint(request, reply, cached, YEAR);
    const { version, drawing } = await gate(read);
    const print = await prints.get(key, version, drawing);
    return sendPrint(request, reply, print, v === version ? YEAR : SHORT);
  }

  app.get<{ Params: { id: string } }>('/images/posters/:id.svg', async (request, reply) => {
    const id = toNumber(request.params.id);
    return send(request, reply, `poster/${id}`, async () =>
      titleFacts('poster', orNotFound(await facts.findTitle(id))),
    );
  });
  // Serves showcase posters by rank of popularity, for pages that do not know the ids of titles.
  app.get<{ Params: { place: string } }>('/images/showcase/:place.svg', async (request, reply) => {
    const place = toNumber(request.params.place);
    if (place > SHOWCASE_MAX) throw new AppError('not_found');
    const id = orNotFound(await gate(() => facts.findBestKnown(place)));
    return send(request, reply, `poster/${id}`, async () =>
      titleFacts('poster', orNotFound(await facts.findTitle(id))),
    );
  });
  app.get<{ Params: { id: string } }>('/images/backdrops/:id.svg', async (request, reply) => {
    const id = toNumber(request.params.id);
    return send(request, reply, `backdrop/${id}`, async () =>
      titleFacts('backdrop', orNotFound(await facts.findTitle(id))),
    );
  });
  app.get<{ Params: { id: string } }>('/images/people/:id.svg', async (request, reply) => {
    const id = toNumber(request.params.id);
    return send(request, reply, `person/${id}`, async () => {
      const art = orNotFound(await facts.findPerson(id));
      return { version: personVersion(art), drawing: { kind: 'person', art } };
    });
  });
  app.get<{ Params: { slug: string } }>('/images/providers/:slug.svg', async (request, reply) => {
    const { slug } = request.params;
    return send(request, reply, `provider/${slug}`, async () => {
      const art = orNotFound(await facts.findProvider(slug));
      return { version: providerVersion(art), drawing: { kind: 'provider', art } };
    });
  });
  return prints;
}
