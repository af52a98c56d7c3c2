import type { Dice } from './seed.ts';

/** The colors of one poster: background, text color, and three flat colors for shapes. */
export interface Palette {
  ground: string;
  ink: string;
  a: string;
  b: string;
  c: string;
}

export const INK = '#16130f';
export const PAPER = '#f2e9d9';
export const AMBER = '#f2a33a';

export type Mood = 'dark' | 'light' | 'any';

// One row per palette: background, text color, shape colors a, b and c. Palettes follow the print colors of
// each decade.
const ERAS: readonly {
  until: number;
  prints: readonly (readonly [string, string, string, string, string])[];
}[] = [
  {
    until: 1929,
    prints: [
      ['#efe6d2', '#1c1712', '#1c1712', '#b8402c', '#d3c4a4'],
      ['#e6d8ba', '#2a1e14', '#7a4a2b', '#2a1e14', '#c7a163'],
      ['#1b1815', '#eadfc8', '#cbb994', '#a3352a', '#4a4036'],
      ['#20302f', '#eee3ca', '#c9b481', '#8a3a2a', '#3b504d'],
    ],
  },
  {
    until: 1949,
    prints: [
      ['#14161a', '#efe3c8', '#c9a24d', '#8a2227', '#3a4048'],
      ['#1d2430', '#f0e6d0', '#e0b562', '#4f6275', '#a3352d'],
      ['#ece0c6', '#1d1a17', '#9c2f28', '#24313f', '#d2a64f'],
      ['#2f1417', '#f3e3cc', '#c2453a', '#e2ac55', '#5b2a2c'],
      ['#1c2a24', '#f0e6cd', '#d5a94e', '#5e7f6b', '#8d2f26'],
    ],
  },
  {
    until: 1959,
    prints: [
      ['#f3e3c3', '#22303a', '#e2603f', '#2f8f8b', '#f0b23e'],
      ['#1f6f72', '#fbeed3', '#f2b544', '#e5583c', '#154a50'],
      ['#e9b949', '#2a211b', '#c8402f', '#2d5d6b', '#f7e9cc'],
      ['#c9452f', '#fdf0d8', '#1f2d3a', '#f3bd4d', '#8f2f25'],
      ['#22303a', '#f6e8cd', '#e5583c', '#58a5a0', '#f0b23e'],
      ['#a9c6ba', '#22303a', '#e2603f', '#22303a', '#f5e8c9'],
    ],
  },
  {
    until: 1969,
    prints: [
      ['#f2e9d8', '#191613', '#d92f27', '#f2b01e', '#1d4e89'],
      ['#c9261e', '#fff3dd', '#191613', '#f4b324', '#8e1813'],
      ['#f3b61f', '#1b1714', '#d8392b', '#1b1714', '#f8edd4'],
      ['#1c4f86', '#f8eeda', '#f0a92b', '#d8382c', '#123253'],
      ['#16130f', '#f6ead2', '#e8432d', '#f3b23a', '#3a332a'],
      ['#e9dfcb', '#191613', '#191613', '#d92f27', '#b9ab90'],
    ],
  },
  {
    until: 1979,
    prints: [
      ['#3b2417', '#f5e3c0', '#d9772b', '#a63d1f', '#e8b04b'],
      ['#e8d2a6', '#3a2216', '#b5501f', '#6b7a3a', '#dd9a34'],
      ['#4f5c2b', '#f7ebcb', '#e0a336', '#2f3b1d', '#c85a2a'],
      ['#b9551f', '#fff0d6', '#5a2513', '#f0b54a', '#7d3517'],
      ['#20302c', '#efe3c6', '#c98b35', '#4f7a68', '#a8482a'],
      ['#f0dfbd', '#2f1d14', '#8c2f1d', '#e39a2e', '#5d6b3c'],
    ],
  },
  {
    until: 1989,
    prints: [
      ['#1b1638', '#f7e9da', '#e2457a', '#3aa6b9', '#f4b04a'],
      ['#0f2a36', '#fdeede', '#f2684a', '#26a69a', '#f4c25a'],
      ['#f1dfd3', '#241b3a', '#d63f6c', '#2b8fa3', '#f0a63c'],
      ['#3a0f2b', '#fbe6d8', '#f0593e', '#8d2b63', '#f2b24b'],
      ['#12181f', '#f3eadb', '#e94b35', '#2e6f8f', '#f2b33d'],
      ['#f2c6a8', '#2b1a33', '#c93a5b', '#46307a', '#f7e6cf'],
    ],
  },
  {
    until: 1999,
    prints: [
      ['#10241f', '#efe6d0', '#4f8a6d', '#d0a33f', '#22443a'],
      ['#3c1420', '#f2e4d2', '#b8434a', '#d9a457', '#5e2230'],
      ['#e6dcc8', '#1f2a2b', '#2d5c57', '#a9502f', '#c9a94f'],
      ['#202a3c', '#ede4d3', '#6f8fb0', '#d17a3a', '#34435c'],
      ['#16130f', '#efe5d3', '#b6402d', '#c99b3f', '#3b352e'],
      ['#d9c9a8', '#23201d', '#7a2e2a', '#2f4a52', '#efe4cc'],
    ],
  },
  {
    until: 2009,
    prints: [
      ['#1e2b33', '#efe8da', '#7fa3a8', '#e08b2f', '#35505b'],
      ['#e4ded0', '#1d2226', '#35607a', '#cf6a2e', '#a7b3a8'],
      ['#2b2320', '#f0e5d3', '#8a9a5b', '#d89a3d', '#544840'],
      ['#48131a', '#f4e7d5', '#d04f40', '#e7b15b', '#6e222a'],
      ['#c8d2cd', '#1c2a33', '#2a5568', '#d8752f', '#eef0e6'],
      ['#13181a', '#ece6d8', '#c1452f', '#5f7d84', '#2d383c'],
    ],
  },
  {
    until: 2019,
    prints: [
      ['#f0e8da', '#182226', '#1e6f78', '#e8793a', '#f0b84f'],
      ['#12171c', '#f1ebdf', '#3f7f9c', '#e4883a', '#263641'],
      ['#e7c9b8', '#33202a', '#b3485a', '#43617a', '#f3e2d4'],
      ['#24483f', '#f3ecd9', '#e5a03b', '#6fa58a', '#16302a'],
      ['#f0bd48', '#1d1d1f', '#dd4e35', '#24566b', '#f8e8c4'],
      ['#6e2b3a', '#fbe9dc', '#e9a24a', '#3c1721', '#c65a56'],
      ['#1a1a2b', '#f2ebdf', '#d8553f', '#5a6aa3', '#eeb04c'],
    ],
  },
  {
    until: Number.POSITIVE_INFINITY,
    prints: [
      ['#f4ecdf', '#171717', '#ef5b35', '#2c5fa8', '#f3b53c'],
      ['#17203a', '#f4ecdd', '#f06a3c', '#5a7fd0', '#f4b94a'],
      ['#cfd8c6', '#1c2b26', '#2f6b52', '#e4733c', '#f2d28a'],
      ['#e9602f', '#1a1512', '#1a1512', '#f8d08a', '#fbeada'],
      ['#d8c7e0', '#251b33', '#6a4a9c', '#ea6b4a', '#f6e3c4'],
      ['#0f2f33', '#f2ebda', '#46b0a0', '#f2a23b', '#1b4a4e'],
      ['#1b1512', '#f6ecdc', '#f06a3c', '#b9a7d6', '#3b302a'],
    ],
  },
];

function channel(hex: string, at: number): number {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Returns the relative luminance of a `#rrggbb` color, 0–1 (WCAG 2). */
export function luminance(hex: string): number {
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
}

/** Returns the contrast ratio of two `#rrggbb` colors, 1–21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05);
}

/** Chooses a palette by year of release (null: the latest era) and mood, and shuffles its shape colors. */
export function choosePalette(year: number | null, mood: Mood, chance: Dice): Palette {
  const era =
    ERAS.find((candidate) => (year ?? Number.MAX_SAFE_INTEGER) <= candidate.until) ?? ERAS[ERAS.length - 1];
  const all = era?.prints ?? [];
  // In three of four cases the palette fits the mood, so titles of a genre look similar but not uniform.
  const fitting = all.filter(([ground]) => mood === 'any' || luminance(ground) > 0.22 === (mood === 'light'));
  const pool = fitting.length > 0 && chance.chance(0.75) ? fitting : all;
  const [ground, ink, one, two, three] = pool[chance.whole(0, pool.length - 1)] ?? [
    INK,
    PAPER,
    AMBER,
    '#b8402c',
    '#4a4036',
  ];
  const [a, b, c] = chance.pick([
    [one, two, three],
    [two, one, three],
    [one, three, two],
  ] as const);
  return { ground, ink, a, b, c };
}
