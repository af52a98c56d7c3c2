import { expect, it } from 'vitest';
import { readLanguages, toLanguage } from './languages.ts';

it('readLanguages returns the languages by quality, each also without its region', () => {
  expect(readLanguages('en-US;q=0.5, pt-BR, zh-Hant-TW;q=0.7, pl;q=0')).toEqual([
    'pt-BR',
    'pt',
    'zh-Hant-TW',
    'zh-Hant',
    'zh',
    'en-US',
    'en',
  ]);
});

it('readLanguages ignores what is no language, and a header that is too long', () => {
  expect(readLanguages('*, x-private, de;q=high, __proto__, ja')).toEqual(['ja']);
  expect(readLanguages(undefined)).toEqual([]);
  expect(readLanguages(`pl,${'de,'.repeat(1_000)}`)).toEqual([]);
});

it('toLanguage returns the canonical spelling of a language, and null for a code of another kind', () => {
  expect(['PT_br', 'zh-hant', 'es-419', 'ja'].map(toLanguage)).toEqual(['pt-BR', 'zh-Hant', 'es-419', 'ja']);
  expect(['', 'simple', 'be-tarask', 'x', 'en-', 'polski'].map(toLanguage)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
