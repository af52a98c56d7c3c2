import { posterPath } from '@marquee/artwork/paths';
import type { PrismaClient } from '@marquee/prisma';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { errorHandler } from '#src/http/error-handler.ts';
import { testDatabaseUrl } from '../../../test/database.ts';
import { createMedium, unique } from '../../../test/factories.ts';
import { createArtRepository } from './artwork.repository.ts';
import { registerArt } from './artwork.routes.ts';

let prisma: PrismaClient;
let app: FastifyInstance;
beforeAll(async () => {
  prisma = connectDatabase(await testDatabaseUrl());
  app = Fastify();
  await app.register(errorHandler);
  registerArt(app, createArtRepository(prisma));
});
afterAll(async () => {
  await app.close();
  await prisma.$disconnect();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('/images', () => {
  it('serves the posters of the most popular titles by their rank', async () => {
    await createMedium(prisma, { popularity: 9_003, delistedAt: new Date() });
    const second = await createMedium(prisma, { popularity: 9_001 });
    const first = await createMedium(prisma, { popularity: 9_002 });
    for (const [place, { id }] of [first, second].entries()) {
      const reply = await get(`/images/showcase/${place + 1}.svg`);
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe((await get(`/images/posters/${id}.svg`)).body);
    }
    for (const place of ['0', '99', '101', 'nonsense'])
      expect((await get(`/images/showcase/${place}.svg`)).statusCode).toBe(404);
  });

  it('serves posters and backdrops of titles, and portraits of people', async () => {
    const medium = await createMedium(prisma, { title: 'A <b> & a Title' });
    const person = await prisma.person.create({
      data: { source: 'test', externalId: unique('p'), fullName: 'Åsa Öberg' },
    });
    for (const url of [
      `/images/posters/${medium.id}.svg`,
      `/images/backdrops/${medium.id}.svg`,
      `/images/people/${person.id}.svg`,
    ]) {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(reply.body).toMatch(/^<svg .*<\/svg>$/s);
    }
  });

  it('serves provider marks by slug', async () => {
    const slug = unique('service');
    await prisma.mediumProvider.create({
      data: { slug, name: slug, searchUrlTemplate: 'https://example.com/{title}' },
    });
    expect((await get(`/images/providers/${slug}.svg`)).body).toContain(`aria-label="${slug}"`);
  });

  it('lets clients cache a versioned address for a year, and makes them revalidate other addresses', async () => {
    const medium = await createMedium(prisma);
    const art = { ...medium, genres: [], directors: [] };
    const kept = await get(posterPath(art));
    expect(kept.headers['cache-control']).toContain('immutable');
    const asked = await get(`/images/posters/${medium.id}.svg`);
    expect(asked.headers['cache-control']).not.toContain('immutable');
    const etag = String(asked.headers.etag);
    expect((await get(`/images/posters/${medium.id}.svg`, { 'if-none-match': etag })).statusCode).toBe(304);

    await prisma.medium.update({ where: { id: medium.id }, data: { title: 'Another Title' } });
    const outdated = `/images/posters/${medium.id}.svg?v=outdated`;
    const changed = await get(outdated, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.body).toContain('Another Title');
    expect(changed.headers['cache-control']).not.toContain('immutable');
  });

  it('serves a cached version without a database query', async () => {
    const medium = await createMedium(prisma);
    const address = posterPath({ ...medium, genres: [], directors: [] });
    const drawn = await get(address);
    // A query for the title would fail while its table has another name.
    await prisma.$executeRaw`ALTER TABLE media RENAME TO media_away`;
    try {
      const again = await get(address);
      expect([again.statusCode, again.body]).toEqual([200, drawn.body]);
    } finally {
      await prisma.$executeRaw`ALTER TABLE media_away RENAME TO media`;
    }
  });

  it('compresses images when the client accepts gzip', async () => {
    const medium = await createMedium(prisma);
    const reply = await get(`/images/posters/${medium.id}.svg`, { 'accept-encoding': 'gzip, br' });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.headers.vary).toBe('Accept-Encoding');
  });

  it.each([
    '/images/posters/0.svg',
    '/images/posters/1x.svg',
    '/images/posters/99999999999.svg',
    '/images/people/2147483647.svg',
    '/images/providers/nobody.svg',
    '/images/posters/1.png',
  ])('returns 404 for %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
