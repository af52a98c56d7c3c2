import type { ThemeGroup } from '@marquee/contracts';
import { expect, it } from 'vitest';
import { makeKind, makeTaste } from '../../../test/taste.ts';
import { told } from './told.ts';

const theme = (slug: string, effect: number, group: ThemeGroup = 'about') => ({
  slug,
  group,
  name: slug,
  effect,
  certainty: 0.2,
});

it('tells what moves a prediction visibly, the strongest first, with the address of its titles', () => {
  const { taste } = makeTaste({
    themes: [
      theme('heists', 0.5),
      theme('chess', 0.04),
      theme('japan', 0.3, 'setting'),
      theme('gory', -0.8, 'tone'),
    ],
    countries: [{ code: 'KR', name: 'South Korea', effect: 0.9, certainty: 0.6 }],
    people: [makeKind(7, 'Agnès Varda', 0.04, 0.9)],
  });
  expect(told(taste)).toEqual({
    liked: [
      { words: 'what comes from South Korea', to: '/discover/rows/recommended?country=KR' },
      { words: 'heists', to: '/discover/rows/recommended?theme=heists' },
      { words: 'stories set in japan', to: '/discover/rows/recommended?theme=japan' },
    ],
    disliked: [{ words: 'gory', to: '/discover/rows/recommended?theme=gory' }],
  });
});

it('tells a person of two spellings once, where the effect is largest', () => {
  const { taste } = makeTaste({
    people: [makeKind(8, 'Agnes Varda', 0.3, 0.9), makeKind(7, 'Agnès Varda', 0.9, 0.9)],
  });
  expect(told(taste).liked).toEqual([{ words: 'Agnès Varda', to: '/people/7' }]);
});

it('tells twelve things at most', () => {
  const { taste } = makeTaste({ themes: Array.from({ length: 20 }, (_, at) => theme(`t${at}`, 1)) });
  expect(told(taste).liked).toHaveLength(12);
});
