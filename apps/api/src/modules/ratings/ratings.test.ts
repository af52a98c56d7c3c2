import { expect, it } from 'vitest';
import { uniqueTags } from './ratings.service.ts';

it('uniqueTags keeps each tag once as people see it, in its first spelling and in order', () => {
  expect(uniqueTags(['Cosy', 'slow', 'COSY', 'Émouvant', 'émouvant', 'Slow '])).toEqual([
    'Cosy',
    'slow',
    'Émouvant',
  ]);
  expect(uniqueTags([])).toEqual([]);
});
