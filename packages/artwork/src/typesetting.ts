import type { Face } from './faces.ts';

/** The lines of a title with their font sizes and widths, in user units. */
export interface Setting {
  lines: readonly { text: string; size: number; width: number }[];
  /** Distance from the top of the first line's capitals to the last baseline. */
  height: number;
}

export interface Measure {
  width: number;
  height: number;
  maxSize: number;
}

// Words that should not end a line, because they belong to the next word.
const LEANING = new Set([
  'a',
  'an',
  'the',
  'of',
  'and',
  'or',
  'to',
  'in',
  'on',
  'at',
  'for',
  'with',
  'from',
  'by',
  'vs.',
  '&',
  'la',
  'le',
  'el',
  'de',
  'der',
  'die',
  'das',
]);
const UNSPACED = /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff]/u;
const MAX_LINES = 9;

/** Splits a text into words, or into characters for scripts without spaces. `glue` separates the pieces. */
function pieces(text: string): { words: string[]; glue: string } {
  const words = text.split(' ').filter(Boolean);
  const spread = words.length === 1 && UNSPACED.test(text) ? [...text] : null;
  return spread === null ? { words, glue: ' ' } : { words: spread, glue: '' };
}

/** Breaks words into exactly `count` lines of similar width. Null when there are fewer words than lines. */
export function breakLines(
  words: readonly string[],
  glue: string,
  count: number,
  measure: (text: string) => number,
): string[] | null {
  if (words.length < count) return null;
  const total = words.length;
  const space = glue === '' ? 0 : measure(`n${glue}n`) - measure('nn');
  // `ends[i]` is the width of the first i words, each followed by a space, without kerning across spaces.
  const ends = [0];
  for (const word of words) ends.push((ends.at(-1) ?? 0) + measure(word) + space);
  // `best[k][end]` stores the lowest cost of the first `end` words in k lines, and which word starts line k.
  const best: { cost: number; start: number }[][] = Array.from({ length: count + 1 }, () =>
    Array.from({ length: total + 1 }, () => ({ cost: Number.POSITIVE_INFINITY, start: 0 })),
  );
  const origin = best[0]?.[0];
  if (origin !== undefined) origin.cost = 0;
  for (let end = 1; end <= total; end += 1) {
    for (let start = end - 1; start >= 0; start -= 1) {
      const lean = end < total && LEANING.has((words[end - 1] ?? '').toLowerCase()) ? 1.3 : 1;
      // The fourth power gives the longest line the most weight, because this line limits the font size.
      const cost = (((ends[end] ?? 0) - (ends[start] ?? 0) - space) * lean) ** 4;
      for (let line = 1; line <= count; line += 1) {
        const before = best[line - 1]?.[start]?.cost ?? Number.POSITIVE_INFINITY;
        const here = best[line]?.[end];
        if (here !== undefined && before + cost < here.cost)
          Object.assign(here, { cost: before + cost, start });
      }
    }
  }
  const lines: string[] = [];
  let end = total;
  for (let line = count; line > 0; line -= 1) {
    const start = best[line]?.[end]?.start ?? 0;
    lines.unshift(words.slice(start, end).join(glue));
    end = start;
  }
  return lines;
}

/** Sets a title in a large font size that fits the box, with as few lines as possible. */
export function setTitle(face: Face, text: string, { width, height, maxSize }: Measure): Setting {
  const { words, glue } = pieces(face.prepare(text));
  let chosen: Setting = { lines: [], height: 0 };
  let chosenSize = 0;
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const lines = breakLines(words, glue, count, face.measure);
    if (lines === null) break;
    const widest = Math.max(...lines.map((line) => face.measure(line)), 0.1);
    const size = Math.min(
      maxSize,
      width / widest,
      height / (face.capHeight + (count - 1) * face.leading + face.descent * 0.5),
    );
    // An additional line must increase the font size by 6 %, because it takes space from the picture.
    if (size > chosenSize * 1.06) {
      chosenSize = size;
      chosen = {
        lines: lines.map((line) => ({ text: line, size, width: face.measure(line) * size })),
        height: size * (face.capHeight + (count - 1) * face.leading),
      };
    }
  }
  return chosen;
}

const POSTER_GAP = 0.16;

/**
 * Sets a title of two to eight words as wood type: capitals, with every line scaled to the full width.
 * @returns null for other titles, too different font sizes, or lines that fill less than half the height.
 */
export function setWoodType(face: Face, text: string, { width, height, maxSize }: Measure): Setting | null {
  // Capitals have no descenders, which would overlap the line below.
  const { words, glue } = pieces(face.prepare(text).toLocaleUpperCase('en'));
  if (words.length < 2 || words.length > 8) return null;
  let chosen: Setting | null = null;
  for (let count = 2; count <= Math.min(5, words.length); count += 1) {
    const lines = breakLines(words, glue, count, face.measure);
    if (lines === null) break;
    const sizes = lines.map((line) => width / face.measure(line));
    const gaps =
      (POSTER_GAP * (sizes.reduce((sum, size) => sum + size, 0) - Math.max(...sizes))) /
      Math.max(1, count - 1);
    const total = sizes.reduce((sum, size) => sum + size * face.capHeight, 0) + gaps * (count - 1);
    const uneven = Math.max(...sizes) / Math.min(...sizes);
    if (total > height || uneven > 3.2 || Math.max(...sizes) > maxSize) continue;
    if (chosen === null || total > chosen.height) {
      chosen = {
        lines: lines.map((line, index) => ({ text: line, size: sizes[index] ?? 0, width })),
        height: total,
      };
    }
  }
  return chosen !== null && chosen.height > height * 0.5 ? chosen : null;
}

/** Splits a long title at its colon or dash. `rest` is null for other titles. */
export function splitTitle(title: string): { main: string; rest: string | null } {
  const match = /^(.{2,60}?)(?:\s*[:|]\s+|\s+[–—-]\s+)(.{3,})$/u.exec(title);
  return title.length > 18 && match?.[1] !== undefined && match[2] !== undefined
    ? { main: match[1], rest: match[2] }
    : { main: title, rest: null };
}

/** Where lines of text start, and how wide a centered line may be. */
export interface Block {
  x: number;
  width: number;
}

/** Draws lines of text, the first with its capitals at `top`. Lines of different sizes get equal gaps. */
export function drawLines(
  face: Face,
  setting: Setting,
  block: Block,
  top: number,
  centered: boolean,
  fill: string,
): string {
  const uniform = new Set(setting.lines.map((line) => line.size)).size <= 1;
  const caps = setting.lines.reduce((sum, line) => sum + line.size * face.capHeight, 0);
  const gap = setting.lines.length > 1 ? (setting.height - caps) / (setting.lines.length - 1) : 0;
  let y = top;
  return setting.lines
    .map((line, index) => {
      y +=
        uniform && index > 0 ? line.size * face.leading : line.size * face.capHeight + (index > 0 ? gap : 0);
      const x = centered ? block.x + (block.width - line.width) / 2 : block.x;
      return face.draw(line.text, x, y, line.size, fill);
    })
    .join('');
}
