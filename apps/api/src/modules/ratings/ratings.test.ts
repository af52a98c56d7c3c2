import { expect, it } from 'vitest';
import { uniqueTags } from './ratings.service.ts';

it('keeps each tag once, as it was first written, in order', () => {
  expect(uniqueTags(['Cosy', 'slow', 'COSY', 'Émouvant', 'émouvant', 'Slow '])).toEqual([
    'Cosy',
    'slow',
    'Émouvant',
    'Slow ',
  ]);
  expect(uniqueTags([])).toEqual([]);
});
