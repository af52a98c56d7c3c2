import { expect, it } from 'vitest';
import { uniqueTags } from './ratings.service.ts';

it('uniqueTags keeps each tag once, in its first spelling and in order', () => {
  expect(uniqueTags(['Cosy', 'slow', 'COSY', 'Émouvant', 'émouvant', 'Slow '])).toEqual([
    'Cosy',
    'slow',
    'Émouvant',
    'Slow ',
  ]);
  expect(uniqueTags([])).toEqual([]);
});
