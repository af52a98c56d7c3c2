import { expect, it } from 'vitest';
import { certaintyInWords, effectInStars } from './in-words.ts';

it('effects are named in stars, and a tiny effect as none', () => {
  expect([1.44, -0.62, 0.09, 0].map(effectInStars)).toEqual(['+0.7', '−0.3', '0.0', '0.0']);
});

it('a certainty has one of three names', () => {
  expect([0, 0.29, 0.3, 0.59, 0.6, 1].map(certaintyInWords)).toEqual([
    'unsure',
    'unsure',
    'fairly sure',
    'fairly sure',
    'sure',
    'sure',
  ]);
});
