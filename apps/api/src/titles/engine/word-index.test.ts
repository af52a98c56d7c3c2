import { expect, test } from 'vitest';
import { buildWordIndex, eachMatch } from './word-index.ts';

test('a word is found by every spelling with one letter added, missing, changed or swapped', () => {
  const word = 'ganz7šumme';
  const index = buildWordIndex(['other words', `before ${word}`, 'ganz andere']);
  const cut = (at: number) => [word.slice(0, at), word.slice(at)] as const;
  const spellings = Array.from(word, (_, at) => {
    const [head, tail] = cut(at);
    return [
      ...['a', 'z', 'š', '7', 'ж'].flatMap((letter) => [head + letter + tail, head + letter + tail.slice(1)]),
      head + tail.slice(1),
      head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
    ];
  }).flat();
  for (const spelling of spellings) {
    const found = new Set<number>();
    eachMatch(index, spelling, { prefix: false, typo: true }, (text) => found.add(text));
    expect([...found], spelling).toEqual([1]);
  }
});
