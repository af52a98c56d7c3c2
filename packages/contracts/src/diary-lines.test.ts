import { expect, it } from 'vitest';
import { type DiaryTitle, diaryLines } from './diary-lines.ts';

type Title = DiaryTitle & { id: number };
const title = (id: number, known: Partial<Title>): Title => ({
  id,
  rating: null,
  seen: null,
  progress: null,
  ...known,
});
const dark = title(1, {
  progress: { last_seen_on: '2026-11-20' },
  episode_days: [
    { day: '2026-11-20', episodes: 3 },
    { day: '2026-11-01', episodes: 1 },
  ],
});
const rated = title(2, { rating: 8, rated_at: '2026-11-10T12:00:00.000Z', rated_on: null });
const undated = title(3, { seen: { seen_on: null } });

const shown = (...parts: Parameters<typeof diaryLines<Title>>) =>
  diaryLines(...parts).map(({ medium, day, episodes }) => [medium.id, day, episodes]);

it('a day of one series is one line of the diary, among the titles of its time', () => {
  expect(shown([dark, rated, undated], 'UTC', true, false)).toEqual([
    [1, '2026-11-20', 3],
    [2, '2026-11-10', null],
    [1, '2026-11-01', 1],
    [3, null, null],
  ]);
});

it('an earlier day of a series waits until the titles of its time are loaded', () => {
  expect(shown([dark, rated], 'UTC', true, true)).toEqual([
    [1, '2026-11-20', 3],
    [2, '2026-11-10', null],
  ]);
});

it('a rated series has one line on the day of its rating, and its episodes on their own days', () => {
  const on = (day: string) => ({ ...dark, rating: 9, rated_at: `${day}T12:00:00.000Z`, rated_on: null });
  expect(shown([on('2026-11-20')], 'UTC', true, false)).toEqual([
    [1, '2026-11-20', 3],
    [1, '2026-11-01', 1],
  ]);
  expect(shown([on('2026-11-21')], 'UTC', true, false)).toEqual([
    [1, '2026-11-21', 0],
    [1, '2026-11-20', 3],
    [1, '2026-11-01', 1],
  ]);
});

it('in another order a series is one line', () => {
  expect(shown([dark, rated], 'UTC', false, false)).toEqual([
    [1, '2026-11-20', null],
    [2, '2026-11-10', null],
  ]);
});
