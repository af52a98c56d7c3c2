import type { ReasonFact } from '@marquee/contracts';
import { expect, it } from 'vitest';
import { ReasonTeller, tellSubject, textOf } from './reason-teller.ts';
import type { NamedReasons } from './shared-fact.mapper.ts';

const fact = (kind: ReasonFact['kind'], name: string, group: ReasonFact['group'] = null): ReasonFact => ({
  kind,
  name,
  group,
});

const broad = (name: string, group: ReasonFact['group']) => ({
  ...fact('theme', name, group),
  isBroad: true,
});

/** Reasons for a title: what it shares with each rated title. */
const likes = (
  ...titles: [title: string, ...facts: (ReasonFact & { isBroad?: boolean })[]][]
): NamedReasons => ({
  effect: 'raised',
  titles: titles.map(([title, ...facts], item) => ({
    item,
    title,
    facts: facts.map((one) => ({ isBroad: false, ...one })),
  })),
});

const told = (teller: ReasonTeller, item: number, reasons: NamedReasons): string | null => {
  const parts = teller.tell(item, reasons);
  return parts && textOf(parts);
};
const tell = (reasons: NamedReasons): string | null => told(new ReasonTeller(), 1, reasons);

it.each([
  [fact('franchise', 'Alien'), 'part of the Alien franchise'],
  [fact('director', 'Agnès Varda'), 'by Agnès Varda'],
  [fact('cast', 'Setsuko Hara'), 'with Setsuko Hara'],
  [fact('country', 'United States'), 'the United States'],
  [fact('genre', 'Film Noir'), 'film noir'],
  [fact('theme', 'Tokyo', 'setting'), 'set in Tokyo'],
  [fact('theme', 'families under strain', 'about'), 'families under strain'],
])('says %j as "%s"', (shared, words) => {
  expect(tell(likes(['Early Summer', shared]))).toBe(`Like Early Summer: ${words}.`);
});

it('names two titles only for what both share, and at most three facts', () => {
  const japan = fact('country', 'Japan');
  const about = ['loss', 'marriage', 'growing old'].map((name) => fact('theme', name, 'about'));
  expect(tell(likes(['Ikiru', ...about, japan], ['Tokyo Story', ...about, japan]))).toBe(
    'Like Ikiru and Tokyo Story: loss, marriage, growing old.',
  );
  expect(tell(likes(['Ikiru', japan], ['Amélie', fact('genre', 'Comedy')]))).toBe('Like Ikiru: Japan.');
});

it('says no fact that an earlier one says too, nothing for a decade alone, and nothing without a shared fact', () => {
  const setting = fact('theme', 'Japan', 'setting');
  expect(tell(likes(['Ikiru', setting, fact('country', 'Japan')]))).toBe('Like Ikiru: set in Japan.');
  expect(tell(likes(['Ikiru', fact('decade', '1950s')]))).toBeNull();
  expect(tell(likes(['Ikiru']))).toBeNull();
  const { titles } = likes(['Ikiru']);
  expect(tell({ effect: 'lowered', titles })).toBe('Less likely, since you rated Ikiru low.');
});

it('says of a title that is loved with a rated one "If you love", after a franchise and before a theme', () => {
  const loved = (name: string) => fact('loved_with', name);
  const heists = fact('theme', 'heists', 'about');
  expect(tell(likes(['Heat', loved('Heat'), heists]))).toBe('If you love Heat.');
  expect(tell(likes(['Heat', loved('Heat'), heists], ['Thief', loved('Thief'), heists]))).toBe(
    'If you love Heat and Thief.',
  );
  expect(tell(likes(['Alien', fact('franchise', 'Alien'), loved('Alien'), heists]))).toBe(
    'Like Alien: part of the Alien franchise, heists.',
  );
  const teller = new ReasonTeller();
  const reasons = likes(['Heat', loved('Heat'), heists]);
  expect([1, 2, 3].map((item) => told(teller, item, reasons))).toEqual([
    'If you love Heat.',
    'Like Heat: heists.',
    null,
  ]);
  const { titles } = likes(['Heat', loved('Heat')]);
  expect(tell({ effect: 'lowered', titles })).toBe('Less likely, since you rated Heat low.');
});

it('says the same of a title each time, and the next fact of the next title', () => {
  const teller = new ReasonTeller();
  const reasons = likes(['Ikiru', fact('director', 'Akira Kurosawa'), fact('country', 'Japan')]);
  const first = 'Like Ikiru: by Akira Kurosawa, Japan.';
  expect([1, 2, 1, 3].map((item) => told(teller, item, reasons))).toEqual([
    first,
    'Like Ikiru: Japan.',
    first,
    null,
  ]);
});

it('says no broad theme and no tone alone, but beside another fact', () => {
  const guilt = broad('guilt', 'about');
  expect(tell(likes(['The Conversation', guilt]))).toBeNull();
  expect(tell(likes(['Paddington', broad('warm', 'tone')]))).toBeNull();
  expect(tell(likes(['The Conversation', guilt, fact('theme', 'surveillance', 'about')]))).toBe(
    'Like The Conversation: guilt, surveillance.',
  );
});

it('names in its parts the rated titles, and what stands between them', () => {
  const heists = fact('theme', 'heists', 'about');
  expect(new ReasonTeller().tell(1, likes(['Heat', heists], ['Thief', heists]))).toEqual([
    { text: 'Like ', item: null },
    { text: 'Heat', item: 0 },
    { text: ' and ', item: null },
    { text: 'Thief', item: 1 },
    { text: ': heists.', item: null },
  ]);
});

it('tells a round what a title is about, and no person', () => {
  const facts = [fact('cast', 'Setsuko Hara'), fact('genre', 'Drama')];
  expect(tellSubject(likes(['Ikiru', ...facts]))).toBe('drama');
  expect(tellSubject(likes(['Ikiru', fact('theme', 'heists', 'about')]))).toBe('stories about heists');
  expect(tellSubject({ ...likes(['Ikiru', ...facts]), effect: 'lowered' })).toBeNull();
});
