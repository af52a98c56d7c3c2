import { gzipSync } from 'node:zlib';
import {
  type CardArt,
  type PersonArt,
  type ProviderArt,
  renderBackdrop,
  renderCard,
  renderPortrait,
  renderPoster,
  renderProviderMark,
  renderTastePoster,
  type TasteArt,
  type TitleArt,
} from '@marquee/artwork';

/** An image to draw, with its facts. */
export type Drawing =
  | { kind: 'poster' | 'backdrop'; art: TitleArt }
  | { kind: 'person'; art: PersonArt }
  | { kind: 'provider'; art: ProviderArt }
  | { kind: 'card'; art: CardArt }
  | { kind: 'taste'; art: TasteArt };

/** An image and its compressed form. */
export interface Drawn {
  svg: Uint8Array;
  gzip: Uint8Array;
}

function render(drawing: Drawing): string {
  switch (drawing.kind) {
    case 'poster':
      return renderPoster(drawing.art);
    case 'backdrop':
      return renderBackdrop(drawing.art);
    case 'person':
      return renderPortrait(drawing.art);
    case 'provider':
      return renderProviderMark(drawing.art);
    case 'card':
      return renderCard(drawing.art);
    case 'taste':
      return renderTastePoster(drawing.art);
  }
}

/** Draws and compresses an image. Runs in a thread of `prints.ts`. */
export default function draw(drawing: Drawing): Drawn {
  const svg = new TextEncoder().encode(render(drawing));
  return { svg, gzip: new Uint8Array(gzipSync(svg)) };
}
