import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium } from '../../../test/factories.ts';
import { picturePath } from './picture-paths.ts';
import { registerPictures } from './pictures.routes.ts';
import { createPicturesService } from './pictures.service.ts';

const original = await sharp({ create: { width: 780, height: 1170, channels: 3, background: '#804000' } })
  .jpeg()
  .toBuffer();
let asked = 0;
const source = createServer((request, reply) => {
  asked += 1;
  if (request.url === '/good.jpg') reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(original);
  else if (request.url === '/odd.jpg') reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  else reply.writeHead(500).end();
}).listen(0, '127.0.0.1');
await once(source, 'listening');
const { port } = source.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
afterAll(() => source.close());

const { prisma, visitor, deps } = await startApp();
const app = Fastify();
registerPictures(app, createPicturesService({ ...deps, sources: [{ origin, keepSeconds: 600 }] }));
await app.ready();
const pictures = supertest(app.server);

describe('GET /images/titles/{id}/{kind}-{width}.webp', () => {
  it('downloads a picture once, resizes it, and lets clients cache it as long as the source allows', async () => {
    const posterUrl = `${origin}/good.jpg`;
    const { id } = await createMedium(prisma, { posterUrl });
    asked = 0;
    const path = picturePath(id, 'poster', posterUrl);
    const replies = await Promise.all([1, 2, 3].map(() => pictures.get(path).buffer(true).expect(200)));
    expect(replies[0]?.headers['content-type']).toBe('image/webp');
    expect(replies[0]?.headers['cache-control']).toBe('public, max-age=600');
    expect(await sharp(replies[0]?.body).metadata()).toMatchObject({
      format: 'webp',
      width: 500,
      height: 750,
    });
    await pictures.get(path).expect(200);
    expect(asked).toBe(1);
  });

  it('redirects to the generated art when the source has no picture', async () => {
    for (const posterUrl of [
      `${origin}/odd.jpg`,
      `${origin}/down.jpg`,
      'https://elsewhere.example/p.jpg',
      null,
    ]) {
      const { id } = await createMedium(prisma, { posterUrl });
      const reply = await pictures.get(`/images/titles/${id}/poster-342.webp`).expect(302);
      expect(reply.headers.location).toBe(`/images/posters/${id}.svg`);
      await visitor.get(reply.headers.location ?? '').expect(200);
    }
  });

  it('serves only the defined sizes of titles that exist', async () => {
    const { id } = await createMedium(prisma);
    for (const path of [
      `${id}/poster-341.webp`,
      `${id}/logo-342.webp`,
      '2000000000/poster-342.webp',
      'x/poster-342.webp',
    ])
      expect((await visitor.get(`/images/titles/${path}`)).status).toBe(404);
  });
});
