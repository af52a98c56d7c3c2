import { describe, expect, it } from 'vitest';
import { findMoves } from './renumber.ts';

/** Seasons from 1 on, with so many episodes each. */
const seasons = (...counts: number[]) =>
  counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, episode) => ({ season: at + 1, episode: episode + 1 })),
  );
const written = (before: readonly number[], after: readonly number[]) =>
  findMoves(seasons(...before), seasons(...after)).map(
    ({ from, to }) => `${from.season}x${from.episode}>${to.season}x${to.episode}`,
  );

describe('findMoves', () => {
  it('moves nothing while the numbering is the same, also when new episodes and seasons arrive', () => {
    expect(written([10, 8], [10, 8])).toEqual([]);
    expect(written([10, 8], [10, 10, 4])).toEqual([]);
  });

  it('moves episodes of a long season to the seasons into which it was split', () => {
    expect(written([6], [3, 3])).toEqual(['1x4>2x1', '1x5>2x2', '1x6>2x3']);
    expect(written([6, 2], [3, 3, 2])).toEqual(['1x4>2x1', '1x5>2x2', '1x6>2x3', '2x1>3x1', '2x2>3x2']);
  });

  it('moves episodes of several seasons to the one into which they were joined', () => {
    expect(written([3, 3], [6])).toEqual(['2x1>1x4', '2x2>1x5', '2x3>1x6']);
  });

  it('moves them also when new episodes have aired since', () => {
    const moves = written([1_100], [61, 16, 15, 1_018]);
    expect(moves).toContain('1x62>2x1');
    expect(moves).toContain('1x1100>4x1008');
    expect(moves).toHaveLength(1_100 - 61);
    expect(written([3, 3], [8])).toEqual(['2x1>1x4', '2x2>1x5', '2x3>1x6']);
  });

  it('keeps episodes as told when a double episode is counted once', () => {
    expect(written([10, 10], [9, 10])).toEqual([]);
    expect(written([10], [9, 10])).toEqual([]);
    expect(written([10, 10], [9, 10, 8])).toEqual([]);
  });

  it('moves what both lists agree on up to the end of a season, and keeps the rest as told', () => {
    expect(written([4, 4, 10], [2, 2, 4, 9])).toEqual([
      '1x3>2x1',
      '1x4>2x2',
      '2x1>3x1',
      '2x2>3x2',
      '2x3>3x3',
      '2x4>3x4',
    ]);
  });

  it('never moves specials', () => {
    const special = { season: 0, episode: 1 };
    expect(findMoves([special, ...seasons(2)], seasons(1, 1))).toEqual([
      { from: { season: 1, episode: 2 }, to: { season: 2, episode: 1 } },
    ]);
  });
});
