import { describe, expect, it } from 'vitest';
import { eveningFrom, quietMinutes, timeIn } from './quiet-hours.ts';

describe('quiet hours', () => {
  const night = { from: '22:00', to: '08:00' };

  it.each([
    ['22:00', 600],
    ['23:30', 510],
    ['00:00', 480],
    ['07:59', 1],
    ['08:00', 0],
    ['21:59', 0],
  ])('over midnight end in so many minutes at %s: %i', (now, minutes) => {
    expect(quietMinutes(night, now)).toBe(minutes);
  });

  it('of one day end on that day, and equal times are no quiet hours', () => {
    expect(quietMinutes({ from: '13:00', to: '14:00' }, '13:45')).toBe(15);
    expect(quietMinutes({ from: '13:00', to: '13:00' }, '13:00')).toBe(0);
  });

  it('are compared in the time zone of the user', () => {
    const instant = new Date('2026-11-29T23:05:00Z');
    expect([null, 'Asia/Tokyo', 'America/New_York'].map((zone) => timeIn(zone, instant))).toEqual([
      '23:05',
      '08:05',
      '18:05',
    ]);
  });

  it.each([
    ['none', null, '17:00'],
    ['those of the night', night, '17:00'],
    ['an afternoon', { from: '15:00', to: '20:00' }, '17:00'],
    ['the evening and the night', { from: '16:00', to: '08:00' }, '15:00'],
    ['the whole evening', { from: '17:00', to: '02:00' }, '16:00'],
    ['nearly the whole day', { from: '00:30', to: '00:10' }, '00:00'],
    ['the late evening and the next afternoon', { from: '18:00', to: '17:30' }, '17:00'],
  ])('of the kind “%s” leave a time to tell what the evening brings', (_, quiet, from) => {
    expect(eveningFrom(quiet)).toBe(from);
  });
});
