import { expect, it } from 'vitest';
import { breakable } from './breakable.ts';

it('breakable lets long words break between syllables, with three letters on each side, and leaves others alone', () => {
  const shown = (title: string) => breakable(title).replaceAll('\u00ad', '-');
  expect(shown('Koyaanisqatsi')).toBe('Koyaa-nis-qatsi');
  expect(shown('The Neverending Story')).toBe('The Neverending Story');
  expect(shown('Extraordinarily long')).toBe('Extraor-di-na-rily long');
  expect(shown('1234567890123456')).toBe('1234567890123456');
});
