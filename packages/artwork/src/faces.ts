import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import { escapeXml, num } from './svg.ts';

/**
 * A typeface that draws letters as paths, because an SVG inside <img> cannot load fonts. Scripts that no font
 * covers are drawn as system text.
 */
export interface Face {
  /** Height of capitals in em. */
  capHeight: number;
  /** Distance between two baselines in em. */
  leading: number;
  /** Depth of descenders below the baseline in em. */
  descent: number;
  /** Converts text to the characters that this typeface draws, for example to capitals. */
  prepare(text: string): string;
  /** Width of a text in em. The width of system text is an upper estimate. */
  measure(text: string): number;
  /** Draws one line at font size `size`, with its left edge at `x` and its baseline at `y`. */
  draw(text: string, x: number, y: number, size: number, fill: string): string;
}

export type FaceName =
  | 'gothic'
  | 'grotesque'
  | 'fatface'
  | 'roman'
  | 'italic'
  | 'antique'
  | 'round'
  | 'wide'
  | 'small';

interface Cut {
  files: readonly string[];
  caps: boolean;
  tracking: number;
  leading: number;
}

const require = createRequire(import.meta.url);

// Fonts from npm (SIL OFL). Module paths are written in full, so that Knip detects the packages as used.
const CUTS: Record<FaceName, Cut> = {
  gothic: {
    files: [
      require.resolve('@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff'),
      require.resolve('@fontsource/league-gothic/files/league-gothic-latin-ext-400-normal.woff'),
    ],
    caps: true,
    tracking: 0.006,
    leading: 0.84,
  },
  grotesque: {
    files: [
      require.resolve('@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff'),
      require.resolve('@fontsource/archivo-black/files/archivo-black-latin-ext-400-normal.woff'),
    ],
    caps: false,
    tracking: -0.025,
    leading: 0.95,
  },
  fatface: {
    files: [
      require.resolve('@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff'),
      require.resolve('@fontsource/dm-serif-display/files/dm-serif-display-latin-ext-400-normal.woff'),
    ],
    caps: false,
    tracking: -0.012,
    leading: 0.97,
  },
  roman: {
    files: [
      require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff'),
      require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-ext-400-normal.woff'),
    ],
    caps: false,
    tracking: -0.018,
    leading: 0.9,
  },
  italic: {
    files: [
      require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff'),
      require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-ext-400-italic.woff'),
    ],
    caps: false,
    tracking: -0.012,
    leading: 0.9,
  },
  antique: {
    files: [
      require.resolve('@fontsource/besley/files/besley-latin-800-normal.woff'),
      require.resolve('@fontsource/besley/files/besley-latin-ext-800-normal.woff'),
    ],
    caps: false,
    tracking: -0.02,
    leading: 0.98,
  },
  round: {
    files: [
      require.resolve('@fontsource/fredoka/files/fredoka-latin-600-normal.woff'),
      require.resolve('@fontsource/fredoka/files/fredoka-latin-ext-600-normal.woff'),
    ],
    caps: false,
    tracking: -0.005,
    leading: 0.94,
  },
  wide: {
    files: [
      require.resolve('@fontsource/unbounded/files/unbounded-latin-700-normal.woff'),
      require.resolve('@fontsource/unbounded/files/unbounded-latin-ext-700-normal.woff'),
    ],
    caps: true,
    tracking: -0.03,
    leading: 0.92,
  },
  small: {
    files: [
      require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff'),
      require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff'),
    ],
    caps: false,
    tracking: 0.012,
    leading: 1.2,
  },
};

// Replacements for characters that display typefaces lack.
const SPELLED: Record<string, string> = {
  '⅓': ' 1/3',
  '⅔': ' 2/3',
  ʻ: '‘',
  ʼ: '’',
  '\u00a0': ' ',
  '➔': '–',
  '�': '–',
  '\u2010': '-',
  '\u2011': '-',
  '\u2028': ' ',
};

/** Normalizes a title: NFC, single spaces, and replacements for characters that typefaces lack. */
export function typographic(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[⅓⅔ʻʼ\u00a0➔�\u2010\u2011\u2028]/g, (sign) => SPELLED[sign] ?? sign)
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/(\w)'(\w)/g, '$1’$2')
    .replace(/\s+/g, ' ')
    .trim();
}

function load(file: string): opentype.Font {
  const bytes = readFileSync(file);
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/**
 * Writes SVG path data with relative, rounded commands, which take about a third of the length of absolute
 * commands.
 */
function pathData(commands: readonly opentype.PathCommand[]): string {
  let d = '';
  let [atX, atY] = [0, 0];
  const step = (x: number, y: number, fromX: number, fromY: number): string => {
    const [dx, dy] = [num(x - fromX), num(y - fromY)];
    return dy.startsWith('-') ? `${dx}${dy}` : `${dx} ${dy}`;
  };
  // A relative step starts from the previous rounded point, so that rounding errors do not add up along a
  // contour.
  const round = (value: number): number => Math.round(value * 10) / 10;
  for (const command of commands) {
    if (command.type === 'Z') {
      d += 'z';
      continue;
    }
    const [fromX, fromY] = [atX, atY];
    [atX, atY] = [round(command.x), round(command.y)];
    const end = step(atX, atY, fromX, fromY);
    // Each contour starts with an absolute command, because `z` moves the pen back to the previous start.
    if (command.type === 'M') d += `M${num(atX)} ${num(atY)}`;
    else if (command.type === 'L') d += `l${end}`;
    else if (command.type === 'Q') d += `q${step(round(command.x1), round(command.y1), fromX, fromY)} ${end}`;
    else
      d += `c${step(round(command.x1), round(command.y1), fromX, fromY)} ${step(round(command.x2), round(command.y2), fromX, fromY)} ${end}`;
  }
  return d;
}

interface OutlineFace extends Face {
  covers(text: string): boolean;
}

function outlineFace(cut: Cut): OutlineFace {
  const fonts = cut.files.map(load);
  const [first] = fonts;
  if (first === undefined) throw new Error('A face needs at least one font file');
  const em = first.unitsPerEm;
  const find = (character: string): { font: opentype.Font; glyph: opentype.Glyph } | null => {
    for (const font of fonts) {
      const glyph = font.charToGlyph(character);
      if (glyph.index !== 0) return { font, glyph };
    }
    return null;
  };
  const place = (text: string): { glyph: opentype.Glyph; x: number }[] => {
    let x = 0;
    let previous: { font: opentype.Font; glyph: opentype.Glyph } | null = null;
    const placed: { glyph: opentype.Glyph; x: number }[] = [];
    for (const character of text) {
      const found = find(character);
      if (found === null) continue;
      if (previous?.font === found.font) x += found.font.getKerningValue(previous.glyph, found.glyph) / em;
      placed.push({ glyph: found.glyph, x });
      x += (found.glyph.advanceWidth ?? 0) / em + cut.tracking;
      previous = found;
    }
    return placed;
  };
  const prepare = (text: string): string => (cut.caps ? text.toLocaleUpperCase('en') : text);
  return {
    capHeight: first.charToGlyph('H').getBoundingBox().y2 / em,
    leading: cut.leading,
    descent: cut.caps ? 0 : -first.charToGlyph('p').getBoundingBox().y1 / em,
    prepare,
    covers: (text) => [...prepare(text)].every((character) => find(character) !== null),
    measure: (text) => {
      const last = place(text).at(-1);
      return last === undefined ? 0 : last.x + (last.glyph.advanceWidth ?? 0) / em;
    },
    draw: (text, x, y, size, fill) => {
      const d = place(text)
        .map((item) => pathData(item.glyph.getPath(x + item.x * size, y, size).commands))
        .join('');
      return d === '' ? '' : `<path d="${d}" fill="${fill}"/>`;
    },
  };
}

const WIDE_SCRIPT =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|\p{Extended_Pictographic}/u;

/** Draws text in the viewer's fonts, for scripts that the typefaces lack. Widths are upper estimates. */
const systemFace: Face = {
  capHeight: 0.74,
  leading: 1.16,
  descent: 0.24,
  prepare: (text) => text,
  measure: (text) =>
    [...text].reduce(
      (width, character) => width + (WIDE_SCRIPT.test(character) ? 1.02 : character === ' ' ? 0.32 : 0.72),
      0,
    ),
  draw: (text, x, y, size, fill) =>
    `<text x="${num(x)}" y="${num(y)}" font-size="${num(size)}" font-weight="700" fill="${fill}" font-family="Georgia,'Noto Serif','Noto Serif CJK SC','Songti SC','Times New Roman',serif">${escapeXml(text)}</text>`,
};

const loaded = new Map<FaceName, OutlineFace>();

/** Parses a font on first use, in about 10 ms. */
function outlinesOf(name: FaceName): OutlineFace {
  const face = loaded.get(name) ?? outlineFace(CUTS[name]);
  loaded.set(name, face);
  return face;
}

/** Returns the typeface `name`, or `systemFace` when the typeface lacks a character of `text`. */
export function faceFor(name: FaceName, text: string): Face {
  const face = outlinesOf(name);
  return face.covers(text) ? face : systemFace;
}

/** Returns the typeface `name` and as much of the text as it can draw, for pictures that are drawn where no fonts are. */
export function setInOutlines(name: FaceName, text: string): { face: Face; text: string } {
  const face = outlinesOf(name);
  return { face, text: typographic([...typographic(text)].filter((sign) => face.covers(sign)).join('')) };
}
