import type { TasteArt } from '@marquee/artwork';
import { tastePosterVersion } from '@marquee/artwork/paths';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { serve } from '#src/http/serve.ts';
import type { JpegPrints } from '#src/modules/artwork/jpeg-prints.ts';
import type { TastePosterService } from './taste-poster.service.ts';
import type { YearService } from './year.service.ts';

/**
 * Returns the name of a kept picture. A version has 32 bits, so facts can be made up that have the version of somebody
 * else's. The owner in the name keeps them apart.
 */
const nameOf = (owner: `user ${number}` | `link ${string}`, art: TasteArt): string =>
  `taste ${owner} ${tastePosterVersion(art)}`;

/** Serves a member's poster, its public link, and under /images/taste the picture of a public one. */
export function registerTastePosters(
  app: FastifyInstance,
  posters: TastePosterService,
  years: YearService,
  prints: JpegPrints,
): void {
  serve(app, 'GET /api/v1/taste/year/{year}', async ({ caller, params, query }) => {
    const [found, link] = await Promise.all([
      years.findOwn(caller, params.year),
      years.findLink(caller, params.year),
    ]);
    if (!found) return { year: null, link };
    if (query.picture === false) return { year: { ...found.year, picture: null }, link };
    const { art } = found.poster;
    const jpeg = await prints.get(nameOf(`user ${caller.userId}`, art), { kind: 'taste', art });
    return { year: { ...found.year, picture: `data:image/jpeg;base64,${jpeg.toString('base64')}` }, link };
  });
  serve(app, 'POST /api/v1/taste/year/{year}/link', async ({ caller, params }) => ({
    url: await years.makeLink(caller, params.year),
  }));
  serve(app, 'DELETE /api/v1/taste/year/{year}/link', async ({ caller, params }) => {
    await years.deleteLink(caller, params.year);
    return undefined;
  });
  serve(app, 'GET /api/v1/taste/poster', async ({ caller }) => {
    const [found, link] = await Promise.all([posters.findOwn(caller), posters.findLink(caller)]);
    if (!found) return { poster: null, link };
    const { words, art } = found;
    const owner = `user ${caller.userId}` as const;
    const jpeg = await prints.get(nameOf(owner, art), { kind: 'taste', art });
    return { poster: { ...words, picture: `data:image/jpeg;base64,${jpeg.toString('base64')}` }, link };
  });
  serve(app, 'POST /api/v1/taste/poster/link', async ({ caller }) => ({
    url: await posters.makeLink(caller),
  }));
  serve(app, 'DELETE /api/v1/taste/poster/link', async ({ caller }) => {
    await posters.deleteLink(caller);
    return undefined;
  });
  serve(app, 'GET /api/v1/taste/posters/{code}', ({ params, request }) =>
    posters.getShared(params.code, request.ip),
  );

  app.get<{ Params: { code: string } }>(
    '/images/taste/:code.jpg',
    { config: { countsAsCall: true } },
    async (request, reply) => {
      const { code } = request.params;
      const found = await posters.find(code, request.ip);
      if (!found) throw new AppError('not_found');
      const { art } = found;
      const etag = `"${tastePosterVersion(art)}"`;
      reply
        // Every use asks first, so that the picture is gone as soon as its link is taken back.
        .header('cache-control', 'no-cache')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('etag', etag)
        .type('image/jpeg');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.send(await prints.get(nameOf(`link ${code}`, art), { kind: 'taste', art }));
    },
  );
}
