import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BestSet, findBestSets, type Priced, type WeightedTitle } from './best-sets.ts';

/** Every set of the services, as ascending positions. */
function everySet(count: number): number[][] {
  let sets: number[][] = [[]];
  for (let at = 0; at < count; at++) sets = sets.flatMap((set) => [set, [...set, at]]);
  return sets.filter((set) => set.length > 0);
}

function measure(
  set: readonly number[],
  titles: readonly WeightedTitle[],
  services: readonly Priced[],
): BestSet {
  const reached = titles.filter(({ services: bits }) =>
    set.some((at) => Math.floor(bits / 2 ** at) % 2 === 1),
  );
  return {
    ids: set.map((at) => services[at]?.id ?? 0),
    cents: set.reduce((sum, at) => sum + (services[at]?.cents ?? 0), 0),
    weight: reached.reduce((sum, { weight }) => sum + weight, 0),
  };
}

const inOrder = (a: BestSet, b: BestSet): number =>
  b.weight - a.weight ||
  a.cents - b.cents ||
  a.ids.length - b.ids.length ||
  (a.ids.find((id, at) => id !== b.ids[at]) ?? 0) - (b.ids.find((id, at) => id !== a.ids[at]) ?? 0);

/** Few different prices and weights, so that ties are frequent. */
const offers = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.record({
    services: fc
      .array(fc.option(fc.constantFrom(0, 799, 999, 1799), { nil: null }), {
        minLength: count,
        maxLength: count,
      })
      .map((prices) => prices.map((cents, at): Priced => ({ id: 3 * at + 2, cents }))),
    titles: fc.array(
      fc.record({ weight: fc.constantFrom(700, 800, 1000), services: fc.nat(2 ** count - 1) }),
      { maxLength: 30 },
    ),
    budget: fc.option(fc.constantFrom(0, 798, 999, 1798, 2600, 10_000), { nil: undefined }),
  }),
);

describe('findBestSets', () => {
  it('finds for every size and for the budget the set that trying every set finds', () => {
    fc.assert(
      fc.property(offers, ({ services, titles, budget }) => {
        const every = everySet(services.length).map((set) => measure(set, titles, services));
        const { sets, withinBudget } = findBestSets(titles, services, budget);
        expect(sets).toEqual(
          services.map((_, at) => every.filter(({ ids }) => ids.length === at + 1).sort(inOrder)[0]),
        );
        const unpriced = new Set(services.filter(({ cents }) => cents === null).map(({ id }) => id));
        const affordable = every.filter(
          ({ ids, cents }) => budget !== undefined && cents <= budget && !ids.some((id) => unpriced.has(id)),
        );
        expect(withinBudget).toEqual(affordable.sort(inOrder)[0] ?? null);
      }),
      { numRuns: 300 },
    );
  });

  it('never finds a set with one service more that reaches less', () => {
    fc.assert(
      fc.property(offers, ({ services, titles }) => {
        const { sets } = findBestSets(titles, services, undefined);
        sets.forEach(({ weight }, at) => {
          expect(weight).toBeGreaterThanOrEqual(sets[at - 1]?.weight ?? 0);
        });
      }),
    );
  });

  it('finds the sets of fifteen services that carry five thousand titles', () => {
    const services = Array.from({ length: 15 }, (_, at): Priced => ({ id: at + 1, cents: 999 }));
    const titles = Array.from({ length: 5_000 }, (_, at) => ({
      weight: 800,
      services: (at * 7_919) % 2 ** 15,
    }));
    expect(findBestSets(titles, services, 3_000).sets).toHaveLength(15);
  });
});
