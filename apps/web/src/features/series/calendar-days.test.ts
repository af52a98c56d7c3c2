import { expect, it } from 'vitest';
import { addMonths, weeksOf } from './calendar-days.ts';

it('a later month has the same day, or its last one, and its six weeks begin on Monday', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  expect(weeksOf('2026-11-29').map(([monday]) => monday)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
});
