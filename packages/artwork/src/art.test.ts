import { describe, expect, it } from 'vitest';
import { backdropPath, cardPath, posterPath } from './art-paths.ts';
import { renderBackdrop } from './backdrop.ts';
import { type CardArt, renderCard } from './card.ts';
import { designFor, type TitleArt } from './design.ts';
import { faceFor, typographic } from './faces.ts';
import { rocket } from './motifs/space.ts';
import { initials, renderPortrait } from './portrait.ts';
import { renderPoster } from './poster.ts';
import { renderProviderMark } from './provider-mark.ts';
import { shorten } from './sheet.ts';
import { renderTastePoster, type TasteArt } from './taste-poster.ts';
import { setTitle, splitTitle } from './typesetting.ts';

const art = (changes: Partial<TitleArt> = {}): TitleArt => ({
  id: 7,
  title: 'The Long Goodbye',
  type: 'movie',
  releaseYear: 1973,
  genres: ['Crime', 'Drama'],
  directors: ['Robert Altman'],
  ...changes,
});

const GENRES = [
  'Western',
  'Horror',
  'Science Fiction',
  'War',
  'Music',
  'Sport',
  'Fantasy',
  'Mystery',
  'Documentary',
  'Animation',
];
const LONG = `${'A Long Title That Goes On and On '.repeat(8)}Until the End`;

describe('renderPoster', () => {
  it('draws the same picture from the same facts', () => {
    expect(renderPoster(art())).toBe(renderPoster(art()));
  });

  it('draws 300 different pictures for 300 titles', () => {
    const pictures = Array.from({ length: 300 }, (_, id) =>
      renderPoster(
        art({ id, title: `Film ${id % 5}`, genres: [GENRES[id % 10] ?? ''], releaseYear: 1920 + (id % 105) }),
      ),
    );
    expect(new Set(pictures).size).toBe(300);
  });

  it.each([
    '<script>alert("x")</script> & \'quotes\'',
    'M',
    LONG,
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    '糖糖Online',
    'عبود في البيت',
    'Dọlápọ̀ Is Fine',
    '\u0000\ud800 broken',
    ' ',
  ])('draws well-formed SVG inside the sheet for the title %j', (title) => {
    for (let id = 1; id <= 40; id += 1) {
      const svg = renderPoster(art({ id, title, releaseYear: null, genres: [], directors: [] }));
      expect(svg).toMatch(/^<svg [^<>]*>.*<\/svg>$/su);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/);
      expect(svg.isWellFormed()).toBe(true);
      for (const start of svg.matchAll(/M(-?[\d.]+) (-?[\d.]+)[hvlqc]/g)) {
        expect(Number(start[1])).toBeLessThan(1000);
      }
    }
  });
});

describe('a motif that shows a thing', () => {
  const fiction = (title: string) =>
    Array.from({ length: 80 }, (_, id) => designFor(art({ id, title, genres: ['Science Fiction'] })));

  it('gives way to type on a title that is about something else', () => {
    const designs = fiction('The Matrix');
    expect(designs.some(({ motif }) => motif === null)).toBe(true);
    for (const { motif, motifs } of designs) {
      expect(motif).not.toBe(rocket);
      expect(motifs).not.toContain(rocket);
    }
  });

  it('stays on a title that is about it', () => {
    const designs = fiction('Apollo 13');
    expect(designs.some(({ motif }) => motif === rocket)).toBe(true);
    expect(designs.every(({ motif }) => motif !== null)).toBe(true);
  });

  it.each(['It', 'Jurassic Park', LONG])('is replaced by a well-formed sheet of type for %j', (title) => {
    for (let id = 1; id <= 60; id += 1) {
      const svg = renderPoster(art({ id, title, genres: ['Science Fiction', 'Horror'] }));
      expect(svg).toMatch(/^<svg [^<>]*>.*<\/svg>$/su);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|height="-/);
    }
  });
});

describe('setTitle', () => {
  it.each(['M', 'The Long Goodbye', LONG])('fits the title %j into the given box', (title) => {
    const face = faceFor('antique', title);
    const setting = setTitle(face, title, { width: 520, height: 300, maxSize: 230 });
    expect(setting.lines.map((line) => line.text).join(' ')).toBe(title);
    expect(setting.height).toBeLessThanOrEqual(300);
    for (const line of setting.lines) expect(line.width).toBeLessThanOrEqual(520.01);
  });

  it('does not end a line with an article or preposition', () => {
    const face = faceFor('gothic', 'THE');
    const { lines } = setTitle(face, 'The Lord of the Rings', { width: 520, height: 300, maxSize: 230 });
    for (const line of lines.slice(0, -1)) expect(line.text).not.toMatch(/ (OF|THE)$/);
  });
});

describe('backdrops, portraits and provider marks', () => {
  it('renderBackdrop draws two or three panels that fill the width', () => {
    for (let id = 1; id <= 60; id += 1) {
      const svg = renderBackdrop(art({ id, genres: [GENRES[id % 10] ?? ''], releaseYear: 1925 + id }));
      expect(svg).toMatch(/^<svg [^<>]*viewBox="0 0 1680 560"[^<>]*>.*<\/svg>$/su);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      const panels = [...svg.matchAll(/<svg x="([\d.]+)" width="([\d.]+)"/g)].map(([, x, w]) => [
        Number(x),
        Number(w),
      ]);
      expect([2, 3]).toContain(panels.length);
      expect(panels.reduce((sum, [, w = 0]) => sum + w, 0)).toBe(1680);
    }
  });

  it.each([
    ['Robert Downey Jr.', 'RD'],
    ['Chow Yun-fat', 'CF'],
    ['"Machine Gun" Kelly', 'K'],
    ['탕빈', '탕'],
    ['…', '?'],
  ])('initials of %s are %s, and renderPortrait draws them', (name, letters) => {
    expect(initials(name)).toBe(letters);
    expect(renderPortrait({ id: 1, name })).toMatch(/<\/svg>$/);
  });

  it('renderProviderMark draws an unknown provider and escapes its name', () => {
    expect(renderProviderMark({ slug: 'x', name: 'A <b> & C+' })).toContain(
      'aria-label="A &lt;b&gt; &amp; C+"',
    );
  });
});

describe('renderCard', () => {
  const panels: CardArt['panel'][] = [
    { kind: 'poster', art: art() },
    { kind: 'portrait', art: { id: 3, name: 'Åsa Öberg' } },
    { kind: 'poster', art: art({ title: '糖糖Online', directors: ['張艾嘉'] }) },
    { kind: 'portrait', art: { id: 4, name: '탕빈' } },
    { kind: 'motif', seed: 'list 7' },
  ];

  it.each([
    'Rainy Sundays',
    LONG,
    'W'.repeat(600),
    '<script>alert("x")</script> & \'quotes\'',
    '\u0000\ud800 broken',
    '糖糖Online',
    ' ',
  ])('draws well-formed SVG of 1200 by 630 units for the words %j', (words) => {
    for (const panel of panels) {
      const svg = renderCard({ panel, over: words, heading: words, text: words });
      expect(svg).toMatch(/^<svg [^<>]*viewBox="0 0 1200 630"[^<>]*>.*<\/svg>$/su);
      // The server that turns the card into pixels may have no fonts.
      expect(svg).not.toMatch(/NaN|Infinity|undefined|<script|<text/);
      expect(svg.isWellFormed()).toBe(true);
      for (const [, x] of svg.matchAll(/<path d="M([\d.]+) /g)) expect(Number(x)).toBeLessThan(1200);
    }
  });

  it('has another address when a word of it changes', () => {
    const card: CardArt = { panel: { kind: 'motif', seed: '7' }, over: 'List', heading: 'One', text: 'Two' };
    expect(cardPath('list', 'abc', card)).toMatch(/^\/images\/cards\/list\/abc\.jpg\?v=[0-9a-z]+$/);
    expect(cardPath('list', 'abc', card)).not.toBe(cardPath('list', 'abc', { ...card, text: 'Three' }));
  });

  it('shortens a text at a word, and leaves a text that fits', () => {
    expect(shorten('A detective, helps a friend', 14)).toBe('A detective…');
    expect(shorten('A detective', 14)).toBe('A detective');
    expect(shorten('X'.repeat(30), 14)).toBe(`${'X'.repeat(13)}…`);
  });
});

describe('posterPath and backdropPath', () => {
  it('change when a fact that is drawn changes, and do not change with other facts', () => {
    expect(posterPath(art())).toMatch(/^\/images\/posters\/7\.svg\?v=[0-9a-z]+$/);
    expect(posterPath(art())).toBe(posterPath(art({ directors: ['Robert Altman', 'Somebody Else'] })));
    expect(posterPath(art())).not.toBe(posterPath(art({ title: 'The Big Sleep' })));
    expect(backdropPath(art())).not.toBe(backdropPath(art({ genres: ['Drama'] })));
  });
});

describe('the titles of posters', () => {
  it('are split at a colon that a space follows', () => {
    expect(splitTitle('The Hobbit: An Unexpected Journey')).toEqual({
      main: 'The Hobbit',
      rest: 'An Unexpected Journey',
    });
    expect(splitTitle('WALL·E')).toEqual({ main: 'WALL·E', rest: null });
  });

  it('have replacements for characters that the typefaces lack', () => {
    expect(typographic('Naked Gun 33⅓:  The Final Insult')).toBe('Naked Gun 33 1/3: The Final Insult');
  });
});

describe('renderTastePoster', () => {
  const taste = (changes: Partial<TasteArt> = {}): TasteArt => ({
    heading: 'Ada’s taste',
    groups: ['Korean dramas', '1970s paranoia'],
    rows: [
      { label: 'Loved in 2026', titles: [art(), art({ id: 8, title: 'Stalker' })] },
      { label: 'A surprise', titles: [art({ id: 9, title: '糖糖Online' })] },
    ],
    ...changes,
  });

  it.each<[string, Partial<TasteArt>]>([
    ['a usual taste', {}],
    ['a taste of one title', { groups: [], rows: [{ label: 'Loved', titles: [art()] }] }],
    ['no taste at all', { groups: [], rows: [] }],
    [
      'too much of everything',
      {
        heading: LONG,
        groups: Array(9).fill(LONG),
        rows: Array(2).fill({ label: LONG, titles: Array(9).fill(art({ title: LONG })) }),
      },
    ],
    ['hostile words', { heading: '<script>alert("x")</script>', groups: ['\u0000\ud800 broken', ' '] }],
    ['letters of no font', { heading: '糖糖', groups: ['탕빈'] }],
  ])('draws well-formed SVG of 1080 by 1350 units for %s', (_, changes) => {
    const svg = renderTastePoster(taste(changes));
    expect(svg).toMatch(/^<svg [^<>]*viewBox="0 0 1080 1350"[^<>]*>.*<\/svg>$/su);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|<script|<text|(width|height)="-/);
    expect(svg.isWellFormed()).toBe(true);
  });

  it('draws equal facts equally, and other facts otherwise', () => {
    expect(renderTastePoster(taste())).toBe(renderTastePoster(taste()));
    expect(renderTastePoster(taste({ groups: ['Heists'] }))).not.toBe(renderTastePoster(taste()));
  });
});
