import type { TitleArt } from './design.ts';
import { designFor } from './design.ts';
import { num, picture, rect } from './svg.ts';

const WIDTH = 1280;
const HEIGHT = 720;

/** A title's backdrop, 1280 by 720 units, as SVG text: the poster's motif and colors without text. Pure. */
export function renderBackdrop(art: TitleArt): string {
  const { palette, motif, dice } = designFor(art);
  const zoom = dice.pick([1, 1.2, 1.4]);
  const [w, h] = [WIDTH / zoom, HEIGHT / zoom];
  const content = motif({ w: WIDTH, h: HEIGHT, palette, dice });
  return picture(
    WIDTH,
    HEIGHT,
    art.title,
    `${rect(0, 0, WIDTH, HEIGHT, palette.ground)}<svg width="${WIDTH}" height="${HEIGHT}" viewBox="${num((WIDTH - w) / 2)} ${num((HEIGHT - h) * 0.6)} ${num(w)} ${num(h)}">${content}</svg>`,
  );
}
