import { describe, expect, it } from 'vitest';
import { dayIn, dayOf, onlyDayOf } from './days.ts';

describe('the day of a stored time', () => {
  it.each(['America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo', null])(
    'is the same day in %s when only the day is known',
    (zone) => {
      expect(dayOf(zone, new Date('2026-03-29T00:00:00Z'))).toBe('2026-03-29');
      expect(onlyDayOf(new Date('2026-03-29T00:00:00Z'))).toBe('2026-03-29');
    },
  );

  it.each([
    ['America/Los_Angeles', '2026-03-28'],
    ['Europe/Berlin', '2026-03-29'],
    ['Asia/Tokyo', '2026-03-29'],
    [null, '2026-03-29'],
  ])('is that of the instant in %s otherwise', (zone, day) => {
    const instant = new Date('2026-03-29T00:30:00Z');
    expect(onlyDayOf(instant)).toBeNull();
    expect(dayOf(zone, instant)).toBe(day);
  });

  it('follows the change of the clock', () => {
    // Los Angeles is eight hours behind UTC until 8 March 2026 and seven hours afterwards, Berlin one and two.
    expect(dayIn('America/Los_Angeles', new Date('2026-03-08T07:30:00Z'))).toBe('2026-03-07');
    expect(dayIn('America/Los_Angeles', new Date('2026-03-09T07:30:00Z'))).toBe('2026-03-09');
    expect(dayIn('Europe/Berlin', new Date('2026-03-28T22:30:00Z'))).toBe('2026-03-28');
    expect(dayIn('Europe/Berlin', new Date('2026-03-29T22:30:00Z'))).toBe('2026-03-30');
    expect(dayIn('Europe/Berlin', new Date('2026-10-25T22:30:00Z'))).toBe('2026-10-25');
    expect(dayIn('Asia/Tokyo', new Date('2026-12-31T15:00:00.001Z'))).toBe('2027-01-01');
  });

  it('has four digits of the year, also for more time zones than are kept', () => {
    expect(dayIn('UTC', new Date('0999-01-02T12:00:00Z'))).toBe('0999-01-02');
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(dayIn(zone, new Date('2026-06-15T12:00:00Z'))).toMatch(/^2026-06-1[456]$/);
  });
});
