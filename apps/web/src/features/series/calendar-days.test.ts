import { expect, it } from 'vitest';
import { addMonths, firstWeekday, stepFrom, weeksOf } from './calendar-days.ts';

const mondays = (day: string, today: string) => weeksOf(day, today, 1).map(([monday]) => monday);

it('a later month has the same day, or its last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
});

it('the weeks of a month begin with a whole one, and those of this one with the week of today', () => {
  const today = '2026-11-24';
  expect(mondays('2026-10-15', today)).toEqual([
    '2026-09-28',
    '2026-10-05',
    '2026-10-12',
    '2026-10-19',
    '2026-10-26',
  ]);
  expect(mondays('2026-11-29', today)).toEqual([
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
  ]);
  // A day that has passed shows its whole month.
  expect(mondays('2026-11-22', today)[0]).toBe('2026-10-26');
  // Six weeks where the rest of the month needs them.
  expect(mondays('2026-11-30', '2026-11-01').at(-1)).toBe('2026-11-30');
});

it('a step back leads to the past weeks of this month before it leads to another one, and a step ahead from there to today', () => {
  const today = '2026-11-24';
  expect(stepFrom(today, -1, today, 1)).toBe('2026-11-22');
  expect(stepFrom('2026-11-22', -1, today, 1)).toBe('2026-10-22');
  expect(stepFrom('2026-11-22', 1, today, 1)).toBe(today);
  expect(stepFrom(today, 1, today, 1)).toBe('2026-12-24');
  expect(stepFrom('2026-12-01', -1, '2026-12-01', 1)).toBe('2026-11-01');
});

it('weeks begin on the day that is usual in the country', () => {
  expect(['US', 'DE', 'GB', 'JP', 'EG'].map(firstWeekday)).toEqual([7, 1, 1, 7, 6]);
  expect(weeksOf('2026-11-29', '2026-11-29', 7)[0]?.[0]).toBe('2026-11-29');
  expect(weeksOf('2026-10-15', '2026-11-29', 7)[0]?.[0]).toBe('2026-09-27');
  expect(stepFrom('2026-11-29', -1, '2026-11-29', 7)).toBe('2026-11-28');
});
