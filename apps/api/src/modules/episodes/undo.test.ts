import { expect, it } from 'vitest';
import { type EpisodeChange, joinAlike, separate } from './undo.ts';

const seen = (day: string) => ({ seen_on: day, plays: 1, days: [day], marked_at: '2026-01-01T00:00:00Z' });

it('episodes that a change left alike are kept as ranges of a season, and are separated again', () => {
  const marked = (season: number, episode: number, day = '2026-01-01'): EpisodeChange => ({
    season,
    episode,
    before: null,
    after: seen(day),
  });
  const changes = [marked(1, 1), marked(1, 2), marked(1, 4), marked(2, 5), marked(1, 3, '2020-02-02')];
  const joined = joinAlike(changes.toReversed());
  expect(joined.map(({ places }) => places)).toEqual([
    [
      [1, 1, 2],
      [1, 4, 4],
      [2, 5, 5],
    ],
    [[1, 3, 3]],
  ]);
  expect(separate(joined)).toEqual(changes);
  expect(separate(joinAlike([]))).toEqual([]);
});
