import { isId } from '@marquee/contracts/screen-address';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { PICTURE_WIDTHS, type PictureKind, pictureVersion } from './picture-paths.ts';
import type { PicturesService } from './pictures.service.ts';

const FILE = /^(poster|backdrop)-(\d{2,4})\.webp$/;
const SHORT = 'public, max-age=300';

function readFile(file: string): { kind: PictureKind; width: number } {
  const [, name, digits] = FILE.exec(file) ?? [];
  const kind = name === 'backdrop' ? 'backdrop' : 'poster';
  const width = Number(digits);
  const widths: readonly number[] = PICTURE_WIDTHS[kind];
  if (name === undefined || !widths.includes(width)) throw new AppError('not_found');
  return { kind, width };
}

/**
 * Serves pictures of sources under /images/titles in fixed sizes. A title without a picture redirects to the generated
 * art.
 */
export function registerPictures(app: FastifyInstance, pictures: PicturesService): void {
  app.get<{ Params: { id: string; file: string } }>('/images/titles/:id/:file', async (request, reply) => {
    if (!isId(request.params.id)) throw new AppError('not_found');
    const id = Number(request.params.id);
    const { kind, width } = readFile(request.params.file);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const picture = await pictures.find(id, kind, width);
    if (picture === null) {
      return reply.header('cache-control', SHORT).redirect(`/images/${kind}s/${id}.svg`, 302);
    }
    const { v } = Object(request.query);
    const isCurrent = v === pictureVersion(picture.address);
    return reply
      .header('cache-control', isCurrent ? `public, max-age=${picture.keepSeconds}` : SHORT)
      .header('etag', `"${pictureVersion(picture.address)}-${width}"`)
      .type('image/webp')
      .send(picture.bytes);
  });
}
