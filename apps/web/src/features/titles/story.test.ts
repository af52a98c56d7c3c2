import { storyLine } from '@marquee/contracts/story-line';
import { expect, it } from 'vitest';
import { themeWords } from './story.ts';

const word = 'unbelievably ';

it('a short story is shown whole, of a long one the first sentence', () => {
  expect(storyLine(' A banker keeps hope. ')).toBe('A banker keeps hope.');
  expect(storyLine(`A banker keeps hope. ${word.repeat(30)}`)).toBe('A banker keeps hope.');
});

it('a long sentence ends after a whole word', () => {
  const line = storyLine(word.repeat(40));
  expect(line.length).toBeLessThanOrEqual(201);
  expect(line).toMatch(/^(unbelievably )*unbelievably…$/);
});

it('three words say what a title is about, and none of them twice', () => {
  const themes = ['prison', 'a prison', 'friendship', 'hope', 'the 1940s'].map((label) => ({
    slug: label,
    group: 'about' as const,
    label,
  }));
  expect(themeWords({ themes })).toEqual(['prison', 'friendship', 'hope']);
});
