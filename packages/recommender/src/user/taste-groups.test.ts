import { expect, test } from 'vitest';
import { catalogueOf, NOTHING, type TitleSketch } from '../fixtures.ts';
import { neighborSpace } from '../model/neighbor-space.ts';
import type { Signals, UserFactors } from '../model/types.ts';
import { arrange } from '../page/arrange.ts';
import { candidatesOf } from '../page/candidates.ts';
import { contentModel } from './content-model.ts';
import { groupTitles, keepGroups } from './taste-groups.ts';

const THRILLER = 1;
const ROMANCE = 2;
const COMEDY = 3;
const US = 1;
const KR = 2;

/** Every third title is a thriller of the 1970s, a Korean romance of the 2020s, or a comedy of the years between. */
const titles = Array.from({ length: 300 }, (_, i): TitleSketch => {
  const popularity = 1 - i / 400;
  const kinds: TitleSketch[] = [
    { genres: [THRILLER], countries: [US], year: 1970 + (i % 10), popularity },
    { genres: [ROMANCE], countries: [KR], year: 2015 + (i % 10), type: 1, popularity },
    { genres: [COMEDY], countries: [US], year: 1980 + (i % 30), popularity },
  ];
  return kinds[i % 3] ?? { genres: [] };
});
const catalogue = catalogueOf(titles);
const space = neighborSpace(catalogue);
const model = contentModel(catalogue);
const thrillers = [150, 153, 156, 159, 162];
const romances = [151, 154, 157, 160, 163];
const both = [...thrillers, ...romances];
const sorted = (items: Iterable<number>): number[] => [...items].sort((a, b) => a - b);
const fold = (
  rated: number[],
  more: { latest?: number[]; doubted?: number[]; hidden?: number[] } = {},
  before?: UserFactors,
) => model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 9), ...more }, before);
const asBefore = ({ groups, ...rest }: ReturnType<typeof groupTitles>) => ({
  ...rest,
  groups: groups.map((items) => ({ titles: items })),
});
/** Returns the first titles of a page that a user does not know, as the page arranges them. */
const firstOf = (user: ReturnType<typeof fold>, count: number, known: number[]): number[] => {
  const items = Int32Array.from({ length: 300 }, (_, item) => item).filter((item) => !known.includes(item));
  const candidates = candidatesOf(model, user, items, model.interest(user, items));
  return [...arrange(model, candidates, {})].slice(0, count);
};

test('thrillers of the 1970s and Korean romances are two groups, in whatever order they come', () => {
  for (const items of [both, both.toReversed()]) {
    const { groups, areClear } = groupTitles(space, Int32Array.from(items));
    expect(groups.map(sorted).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([thrillers, romances]);
    expect(areClear).toBe(true);
  }
});

test('titles of one kind are one group, and so are six titles of two kinds', () => {
  const many = Array.from({ length: 20 }, (_, n) => 60 + 3 * n);
  expect(groupTitles(space, Int32Array.from(many)).groups).toHaveLength(1);
  expect(groupTitles(space, Int32Array.from(both.slice(1, 7))).groups).toHaveLength(1);
  expect(groupTitles(space, new Int32Array(0)).groups).toEqual([new Int32Array(0)]);
});

test('a third kind is a third group, and there is no fourth', () => {
  const three = [...both, 152, 155, 158, 161, 164];
  expect(groupTitles(space, Int32Array.from(three)).groups).toHaveLength(3);
  const random = Int32Array.from({ length: 300 }, (_, i) => i);
  const { groups } = groupTitles(space, random);
  expect(groups.length).toBeLessThanOrEqual(3);
  expect(new Set(groups.flatMap((group) => [...group])).size).toBe(120);
});

test('a title that is as similar to another group as its own titles are is in both', () => {
  const kind = (genre: number, country: number, year: number): TitleSketch[] =>
    Array.from({ length: 60 }, (_, i) => ({
      genres: [genre, 10 + (i % 20)],
      countries: [country, 10 + (i % 20)],
      year: year + (i % 4) * 14,
    }));
  const hybrid: TitleSketch = { genres: [THRILLER, ROMANCE], countries: [US, KR], year: 1973 };
  const kinds = [...kind(THRILLER, US, 1925), ...kind(ROMANCE, KR, 1980), ...kind(COMEDY, 3, 1970), hybrid];
  const chosen = [0, 1, 2, 3, 64, 65, 66, 67, 180];
  const { groups } = groupTitles(neighborSpace(catalogueOf(kinds)), Int32Array.from(chosen));
  expect(groups.map(sorted).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
    [0, 1, 2, 3, 180],
    [64, 65, 66, 67, 180],
  ]);
});

test('one more title changes the group of no other', () => {
  const before = groupTitles(space, Int32Array.from(both)).groups.map((group) => new Set(group));
  for (const added of [99, 100, 101]) {
    const { groups } = groupTitles(space, Int32Array.from([...both, added]));
    expect(groups).toHaveLength(2);
    for (const old of before) {
      const holder = groups.find((group) => [...old].some((item) => group.includes(item)));
      expect([...old].filter((item) => !holder?.includes(item))).toEqual([]);
    }
  }
});

test('two tastes share every number of first titles', () => {
  const user = fold(both);
  expect(model.groups(user).map(({ share }) => share)).toEqual([0.5, 0.5]);
  for (const count of [2, 10, 40]) {
    const first = firstOf(user, count, both);
    for (const kind of [0, 1]) expect(first.filter((item) => item % 3 === kind).length).toBe(count / 2);
  }
});

test('what was chosen last has the larger share, and a doubted taste has none', () => {
  const latest = model.groups(fold(both, { latest: romances }));
  expect(latest.map(({ share }) => share)).toEqual([2 / 3, 1 / 3]);
  expect(sorted(latest[0]?.titles ?? [])).toEqual(romances);
  const doubting = fold(both, { doubted: thrillers });
  expect(model.groups(doubting).map(({ share }) => share)).toEqual([1, 0]);
  const thrillersOf = (user: ReturnType<typeof fold>): number =>
    firstOf(user, 20, both).filter((item) => item % 3 === 0).length;
  expect(thrillersOf(doubting)).toBeLessThan(thrillersOf(fold(both)));
});

test('a doubted title counts less than a trusted one and more than none, in the order and in the likelihood', () => {
  const meanOf = (user: ReturnType<typeof fold>): number => model.predictRating(user, 3).mean;
  const few = [150, 153, 156];
  const [none, doubted, trusted] = [fold([]), fold(few, { doubted: few }), fold(few)].map(meanOf);
  expect(doubted).toBeGreaterThan(none ?? 10);
  expect(doubted).toBeLessThan(trusted ?? 0);
  const aheadOf = (user: ReturnType<typeof fold>): number => {
    const scores = model.interest(user);
    return (scores[3] ?? 0) - (scores[4] ?? 0);
  };
  expect(aheadOf(fold(few, { doubted: few }))).toBeGreaterThan(aheadOf(fold([])));
  expect(aheadOf(fold(few, { doubted: few }))).toBeLessThan(aheadOf(fold(few)));
});

test('titles outside the catalogue, doubted or latest, change nothing', () => {
  const wild = [-1, 300, 1e9, Number.NaN, 0.5];
  expect(model.interest(fold(both, { latest: wild, doubted: wild }))).toEqual(model.interest(fold(both)));
});

test('a new rating joins the group that says most for it, and the groups keep their order', () => {
  const many = [...both, 165, 168, 171, 166, 169, 172, 174, 175, 177, 178];
  const before = fold(many);
  const after = fold([...many, 181, 183], {}, before);
  const changed = model.groups(before).map(({ titles }) => [...titles, titles.includes(150) ? 183 : 181]);
  expect(model.groups(after).map(({ titles }) => [...titles])).toEqual(changed);
});

test('a title that is no longer chosen leaves its group', () => {
  const many = [...both, 165, 168, 171, 166, 169, 172, 174, 175, 177, 178];
  const before = fold(many);
  const left = many.filter((item) => item !== 159);
  const titlesOf = (user: UserFactors): number[][] => model.groups(user).map(({ titles }) => sorted(titles));
  expect(titlesOf(fold(left, {}, before)).sort()).toEqual(
    titlesOf(before)
      .map((own) => own.filter((item) => item !== 159))
      .sort(),
  );
});

test('groups are found again when a tenth of the titles has changed, however slowly, and below seven titles', () => {
  const many = [...both, 165, 168, 171, 166, 169, 172, 174, 175, 177, 178];
  const speakFor = () => 0;
  let kept: ReturnType<typeof keepGroups> = groupTitles(space, Int32Array.from(many));
  const items = [...many];
  for (const added of [180, 183]) {
    items.push(added);
    kept = kept && keepGroups(asBefore(kept), Int32Array.from(items), speakFor);
    expect(kept?.groups.flatMap((group) => [...group])).toContain(added);
  }
  items.push(186);
  expect(kept && keepGroups(asBefore(kept), Int32Array.from(items), speakFor)).toBeNull();
  const few = groupTitles(space, Int32Array.from(both.slice(0, 7)));
  expect(keepGroups(asBefore(few), Int32Array.from(both.slice(1, 7)), speakFor)).toBeNull();
});

test.each<[string, Partial<Signals>]>([
  ['a rating that changed', { rated: both, ratings: both.map((_, n) => (n === 0 ? 2 : 9)) }],
  ['a rating more', { rated: [...both, 180], ratings: [...both, 180].map(() => 9) }],
  ['a hide', { hidden: [183] }],
  ['a list entry', { listed: [183] }],
  ['a view', { seen: [183] }],
  ['a chosen genre', { genres: [COMEDY] }],
  ['a taste that is doubted', { doubted: thrillers }],
])('%s gives the same likelihoods with and without what is known from before', (_, change) => {
  const signals = { ...NOTHING, rated: both, ratings: both.map(() => 9) };
  const now = { ...signals, ...change };
  const after = model.foldIn(now, model.foldIn(signals));
  const items = Int32Array.from({ length: 300 }, (_item, item) => item);
  expect(model.predictRatings(after, items)).toEqual(model.predictRatings(model.foldIn(now), items));
  expect(model.interest(after)).toEqual(model.interest(model.foldIn(now)));
});
