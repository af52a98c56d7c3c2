import { gzipSync } from 'node:zlib';
import type { PersonArt, ProviderArt, TitleArt } from '@marquee/artwork';
import {
  personVersion,
  providerVersion,
  renderBackdrop,
  renderPortrait,
  renderPoster,
  renderProviderMark,
  titleArtVersion,
} from '@marquee/artwork';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#src/core/errors.ts';

/** The source of facts for the routes; null when the title, person or provider does not exist. */
export interface ArtFacts {
  findTitle(id: number): Promise<TitleArt | null>;
  /** Id of the listed title at this place by popularity, from 1. */
  findBestKnown(place: number): Promise<number | null>;
  findPerson(id: number): Promise<PersonArt | null>;
  findProvider(slug: string): Promise<ProviderArt | null>;
}

interface Print {
  svg: Buffer;
  gzip: Buffer;
  etag: string;
}

const CACHE_BYTES = 32 * 1024 * 1024;
const YEAR = 'public, max-age=31536000, immutable';
// Without the current version in the address the client must revalidate, since the title may have changed.
const SHORT = 'public, max-age=300, must-revalidate';
const MAX_ID = 2_147_483_647;
const SHOWCASE_MAX = 100;

/**
 * Serves generated art under /images: posters, backdrops and people by id, providers by slug. Images are drawn on
 * demand and cached in memory with their compressed form. Clients may cache the addresses of `art-paths.ts` for a
 * year. Showcase posters are addressed by place, for pages that know no ids. Unknown ids throw AppError `not_found`.
 */
export function registerArt(app: FastifyInstance, facts: ArtFacts): void {
  const prints = new LRUCache<string, Print>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ svg, gzip }) => svg.length + gzip.length,
  });

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    version: string,
    render: () => string,
  ): Promise<FastifyReply> {
    let print = prints.get(`${key}?${version}`);
    if (print === undefined) {
      const svg = Buffer.from(render());
      print = { svg, gzip: gzipSync(svg), etag: `"${version}"` };
      prints.set(`${key}?${version}`, print);
    }
    const { v } = Object(request.query);
    reply
      .header('cache-control', v === version ? YEAR : SHORT)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', print.etag)
      .header('vary', 'Accept-Encoding')
      .type('image/svg+xml; charset=utf-8');
    if (request.headers['if-none-match'] === print.etag) return reply.code(304).send();
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(print.svg);
    return reply.header('content-encoding', 'gzip').send(print.gzip);
  }

  const number = (text: string): number => {
    const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError('not_found');
    return id;
  };
  const known = <T>(found: T | null): T => {
    if (found === null) throw new AppError('not_found');
    return found;
  };

  app.get<{ Params: { id: string } }>('/images/posters/:id.svg', async (request, reply) => {
    const art = known(await facts.findTitle(number(request.params.id)));
    return send(request, reply, `poster/${art.id}`, titleArtVersion(art), () => renderPoster(art));
  });
  app.get<{ Params: { place: string } }>('/images/showcase/:place.svg', async (request, reply) => {
    const place = number(request.params.place);
    if (place > SHOWCASE_MAX) throw new AppError('not_found');
    const art = known(await facts.findTitle(known(await facts.findBestKnown(place))));
    return send(request, reply, `poster/${art.id}`, titleArtVersion(art), () => renderPoster(art));
  });
  app.get<{ Params: { id: string } }>('/images/backdrops/:id.svg', async (request, reply) => {
    const art = known(await facts.findTitle(number(request.params.id)));
    return send(request, reply, `backdrop/${art.id}`, titleArtVersion(art), () => renderBackdrop(art));
  });
  app.get<{ Params: { id: string } }>('/images/people/:id.svg', async (request, reply) => {
    const art = known(await facts.findPerson(number(request.params.id)));
    return send(request, reply, `person/${art.id}`, personVersion(art), () => renderPortrait(art));
  });
  app.get<{ Params: { slug: string } }>('/images/providers/:slug.svg', async (request, reply) => {
    const art = known(await facts.findProvider(request.params.slug));
    return send(request, reply, `provider/${art.slug}`, providerVersion(art), () => renderProviderMark(art));
  });
}
