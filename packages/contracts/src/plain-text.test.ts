import { describe, expect, it } from 'vitest';
import { comparable, opaqueString, plainText, uniqueTags } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['a no-break space', 'Late\u00a0night', 'Late night'],
    ['an ideographic space', '映画\u3000夜', '映画 夜'],
    ['several spaces', 'Late   night ', 'Late night'],
    ['a zero-width space', 'Late\u200b night', 'Late night'],
    ['a soft hyphen', 'Film\u00adabend', 'Filmabend'],
    ['a byte order mark', '\ufeffHorror', 'Horror'],
    ['a Hangul filler', 'Hor\u3164ror', 'Horror'],
    ['a joiner between Latin letters', 'Hor\u200dror', 'Horror'],
    ['a combining accent', 'Ame\u0301lie', 'Amélie'],
    ['a word joiner at the end', 'Horror\u2060', 'Horror'],
    ['a variation selector behind a letter', 'Horror\ufe0f', 'Horror'],
  ])('shows %s as people see it', (_kind, text, seen) => {
    expect(plainText(text)).toBe(seen);
  });

  it.each([
    ['a family', '👨‍👩‍👧 movies'],
    ['a red heart', '❤️ favorites'],
    ['a key cap', '1️⃣ first'],
    ['a flag of a region', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} films'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Hindi with a joiner', 'क्‍ष'],
  ])('keeps the characters that shape %s', (_kind, text) => {
    expect(plainText(text)).toBe(text.normalize('NFC'));
  });
});

it('comparable() makes names equal that look equal, whatever their case', () => {
  const spellings = ['Café\u00a0Noir', 'cafe\u0301 noir', 'CAFÉ\u200b NOIR', ' café  noir '];
  expect(new Set(spellings.map(comparable)).size).toBe(1);
});

it('opaqueString() composes letters and replaces spaces of other kinds, and trims nothing', () => {
  expect(opaqueString(' pas\u00a0se\u0301 1 ')).toBe(' pas sé 1 ');
});

it('uniqueTags keeps each tag once as people see it, in its first spelling and in order', () => {
  expect(uniqueTags(['Cosy', 'slow', 'COSY', 'Émouvant', 'émouvant', 'Slow '])).toEqual([
    'Cosy',
    'slow',
    'Émouvant',
  ]);
  expect(uniqueTags([])).toEqual([]);
});
