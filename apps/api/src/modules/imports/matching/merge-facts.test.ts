import { describe, expect, it } from 'vitest';
import type { Fact } from '../records.ts';
import { mergeFacts, type RowFact } from './merge-facts.ts';
import type { Played } from './unfinished.ts';

const view = (part: Partial<Extract<Fact, { kind: 'seen' }>> = {}): RowFact => ({
  fact: { kind: 'seen', on: '2021-01-02', at: null, ...part },
  list: null,
  isWatchLater: false,
});
const rating: RowFact = {
  fact: { kind: 'rating', rating: 9, tags: [], at: '2021-01-03T00:00:00Z', first: null },
  list: null,
  isWatchLater: false,
};
const merge = (rows: RowFact[], medium: Played | null = null) =>
  mergeFacts(rows, { isOwn: false, timeZone: null, medium });
const movie: Played = { type: 'movie', runtimeMinutes: 120 };
const series: Played = { type: 'series', runtimeMinutes: 45 };

describe('the views of a title', () => {
  it('are kept beside its rating', () => {
    expect(merge([rating, view(), view({ on: '2021-02-03' })])).toMatchObject({
      rating: 9,
      isSeen: true,
      seenOn: '2021-02-03',
      plays: 2,
    });
  });

  it('are not counted twice when a file lists them and counts them', () => {
    expect(merge([view(), view(), view({ plays: 2 })])).toMatchObject({ plays: 2 });
    expect(merge([view(), view({ plays: 3 })])).toMatchObject({ plays: 3 });
  });

  it('do not take the day of a row that is no view of its own', () => {
    const echo = view({ on: '2026-01-01', plays: 0 });
    expect(merge([echo, view()])).toMatchObject({ seenOn: '2021-01-02', plays: 1 });
    expect(merge([echo])).toMatchObject({ isSeen: true, seenOn: '2026-01-01', plays: 1 });
  });

  it('count from two thirds of the runtime on', () => {
    expect(merge([view({ minutes: 79 })], movie)).toMatchObject({ isSeen: false, unfinished: 1, plays: 0 });
    expect(merge([view({ minutes: 80 })], movie)).toMatchObject({ isSeen: true, unfinished: 0, plays: 1 });
  });

  it('of one movie on several evenings are one, but those of several episodes are none', () => {
    const evenings = [view({ minutes: 40 }), view({ minutes: 45, on: '2021-01-03' })];
    expect(merge(evenings, movie)).toMatchObject({
      isSeen: true,
      seenOn: '2021-01-03',
      plays: 1,
      unfinished: 0,
    });
    expect(merge([view({ minutes: 20 }), view({ minutes: 20 })], series)).toMatchObject({
      isSeen: false,
      unfinished: 2,
    });
  });

  it('of a title without a known runtime count from ten minutes on', () => {
    expect(merge([view({ minutes: 9 })])).toMatchObject({ isSeen: false });
    expect(merge([view({ minutes: 10 })])).toMatchObject({ isSeen: true });
  });

  it('of episodes count once for an episode and a day, and keep the greater count of a file', () => {
    const of = { season: 1, episode: 2 };
    const rows = [
      view({ of }),
      view({ of }),
      view({ of, on: '2021-02-03' }),
      view({ of, on: null, plays: 4 }),
      view({ of: { season: 2, episode: 1 } }),
    ];
    expect(merge(rows, series).episodes).toEqual([
      { season: 1, episode: 2, days: ['2021-01-02', '2021-02-03'], plays: 4, at: null },
      { season: 2, episode: 1, days: ['2021-01-02'], plays: 1, at: null },
    ]);
  });

  it('without a length count as before', () => {
    expect(merge([view()], movie)).toMatchObject({ isSeen: true, unfinished: 0 });
  });
});
