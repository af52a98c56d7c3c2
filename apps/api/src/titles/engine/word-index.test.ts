import { expect, test } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import { withinOneTypo } from './texts.ts';
import { buildWordIndex, eachMatch, mayHaveTypo } from './word-index.ts';

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
    eachMatch(index, spelling, { prefix: false, typo: true }, (texts) => {
      for (const text of texts) found.add(text);
    });
    expect([...found], spelling).toEqual([1]);
  }
});

test('a query finds the same texts through the index as a comparison with every word', () => {
  const random = createRandom(7);
  // Few letters, so that many words begin alike and differ by one letter.
  const makeWord = (): string =>
    Array.from({ length: 1 + random.below(8) }, () => random.pick([...'abc'])).join('');
  const texts = Array.from({ length: 2_000 }, makeWord);
  const index = buildWordIndex(texts);
  for (let round = 0; round < 300; round++) {
    const query = makeWord();
    const options = { prefix: random.next() < 0.5, typo: random.next() < 0.8 };
    const found = new Set<number>();
    eachMatch(index, query, options, (some) => {
      for (const text of some) found.add(text);
    });
    const expected = texts.flatMap((text, at) => {
      const isFound =
        text === query ||
        (options.prefix && text.startsWith(query)) ||
        (options.typo && mayHaveTypo(query) && withinOneTypo(text, query));
      return isFound ? [at] : [];
    });
    expect(
      [...found].sort((a, b) => a - b),
      query,
    ).toEqual(expected);
  }
});
