import { describe, expect, it } from 'vitest';
import { isPermutation, type Placed, POSITION_GAP, placeRuns, planRuns } from './positions.ts';

const placed = (...mediumIds: number[]): Placed[] =>
  mediumIds.map((mediumId, index) => ({ mediumId, position: POSITION_GAP * (index + 1) }));

function apply(current: readonly Placed[], moves: readonly Placed[]): Placed[] {
  const positions = new Map(moves.map(({ mediumId, position }) => [mediumId, position]));
  return current
    .map(({ mediumId, position }) => ({ mediumId, position: positions.get(mediumId) ?? position }))
    .sort((a, b) => a.position - b.position);
}
const order = (list: readonly Placed[]): number[] => list.map(({ mediumId }) => mediumId);
function planMoves(current: readonly Placed[], wanted: readonly number[]): Placed[] {
  const positions = new Map(current.map(({ mediumId, position }) => [mediumId, position]));
  return placeRuns(planRuns(order(current), wanted), positions, wanted);
}

describe('planRuns and placeRuns', () => {
  it('write nothing when the titles already have the wanted order', () => {
    expect(planMoves(placed(1, 2, 3), [1, 2, 3])).toEqual([]);
    expect(planMoves([], [])).toEqual([]);
  });

  it.each([
    ['to the front', [3, 1, 2]],
    ['to the end', [2, 3, 1]],
    ['into the middle', [1, 3, 2]],
  ])('move one title %s with one write', (_, wanted) => {
    const current = placed(1, 2, 3);
    const moves = planMoves(current, wanted);
    expect(moves).toHaveLength(1);
    expect(order(apply(current, moves))).toEqual(wanted);
  });

  it('move one of 10,000 titles with one write', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const wanted = [...ids.slice(0, 9_000), 10_000, ...ids.slice(9_000, -1)];
    expect(planMoves(placed(...ids), wanted)).toEqual([
      { mediumId: 10_000, position: POSITION_GAP * 9_000 + POSITION_GAP / 2 },
    ]);
  });

  it('renumber all titles when a gap is used up', () => {
    let current = placed(1, 2, 3);
    let renumbered = 0;
    for (let round = 0; round < 200; round++) {
      const [first = 0, second = 0, third = 0] = order(current);
      const wanted = [first, third, second];
      const moves = planMoves(current, wanted);
      if (moves.length === 3) renumbered++;
      current = apply(current, moves);
      expect(order(current)).toEqual(wanted);
    }
    expect(renumbered).toBeGreaterThan(0);
  });

  it('give different positions to titles with equal positions', () => {
    const current = [1, 2, 3].map((mediumId) => ({ mediumId, position: 5 }));
    expect(order(apply(current, planMoves(current, [2, 3, 1])))).toEqual([2, 3, 1]);
  });

  it('turn any list into any order of its titles', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (let round = 0; round < 300; round++) {
      const ids = Array.from({ length: Math.floor(random() * 12) }, (_, index) => index + 1);
      const wanted = ids.map((id) => [random(), id] as const).sort((a, b) => a[0] - b[0]);
      const target = wanted.map(([, id]) => id);
      const current = placed(...ids);
      expect(order(apply(current, planMoves(current, target)))).toEqual(target);
    }
  });
});

describe('isPermutation', () => {
  it.each([
    [[1, 2, 3], true],
    [[3, 1, 2], true],
    [[1, 2], false],
    [[1, 2, 2], false],
    [[1, 2, 4], false],
    [[1, 2, 3, 3], false],
    [[], false],
  ])('given the order %j of the titles 1, 2 and 3, returns %s', (wanted, expected) => {
    expect(isPermutation([1, 2, 3], wanted)).toBe(expected);
  });
});
