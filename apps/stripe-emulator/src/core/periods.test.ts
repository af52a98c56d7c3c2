import { expect, it } from 'vitest';
import { addIntervals, periodEnd } from './periods.ts';

const time = (text: string): number => Date.parse(text) / 1000;
const monthly = { interval: 'month', interval_count: 1 };

it.each([
  ['2027-01-31T10:00:00Z', monthly, 1, '2027-02-28T10:00:00Z'],
  ['2027-01-31T10:00:00Z', monthly, 2, '2027-03-31T10:00:00Z'],
  ['2028-02-29T10:00:00Z', { interval: 'year', interval_count: 1 }, 1, '2029-02-28T10:00:00Z'],
  ['2027-12-15T10:00:00Z', { interval: 'month', interval_count: 3 }, 1, '2028-03-15T10:00:00Z'],
  ['2027-01-01T10:00:00Z', { interval: 'week', interval_count: 2 }, 1, '2027-01-15T10:00:00Z'],
])('addIntervals adds to %s the interval %j %i times', (start, interval, count, end) => {
  expect(addIntervals(time(start), interval, count)).toBe(time(end));
});

it('periodEnd returns to the day of the anchor after a shorter month', () => {
  const anchor = time('2027-01-31T10:00:00Z');
  expect(periodEnd(anchor, monthly, time('2027-02-28T10:00:00Z'))).toBe(time('2027-03-31T10:00:00Z'));
});
