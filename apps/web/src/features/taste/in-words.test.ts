import { expect, it } from 'vitest';
import { certaintyInWords, effectInStars } from './in-words.ts';

it('effectInStars formats an effect in stars, and a tiny effect as 0.0', () => {
  expect([1.44, -0.62, 0.09, 0].map(effectInStars)).toEqual(['+0.7', '−0.3', '0.0', '0.0']);
});

it('certaintyInWords returns unsure below 0.3, fairly sure below 0.6, else sure', () => {
  expect([0, 0.29, 0.3, 0.59, 0.6, 1].map(certaintyInWords)).toEqual([
    'unsure',
    'unsure',
    'fairly sure',
    'fairly sure',
    'sure',
    'sure',
  ]);
});
