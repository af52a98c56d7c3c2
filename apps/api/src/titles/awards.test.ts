import type { Award } from '@marquee/contracts';
import { expect, it } from 'vitest';
import { foremostAwards } from './awards.ts';

const won = (prize: string, year: number, category = 'best editing'): Award => ({
  event: 'bafta',
  year,
  prize,
  category,
  result: 'won',
});

it('the foremost awards of a title stand by prize, so that all but the last prize can be counted', () => {
  const awards = [
    won('golden globe', 1994, 'best motion picture - drama'),
    won('bafta film award', 1994),
    won('oscar', 1994),
    won('golden globe', 1993),
    won('bafta film award', 1995, 'best film'),
  ];
  expect(foremostAwards(awards).map(({ prize, category }) => `${prize}: ${category}`)).toEqual([
    'oscar: best editing',
    'bafta film award: best film',
    'bafta film award: best editing',
    'golden globe: best motion picture - drama',
    'golden globe: best editing',
  ]);
});
