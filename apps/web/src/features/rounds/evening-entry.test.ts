import { expect, it } from 'vitest';
import { eveningEntry } from './evening-entry.ts';

const now = Date.parse('2026-11-29T20:40:00Z');

it('an entry begins in twenty minutes and lasts as long as the title', () => {
  const file = eveningEntry({ title: 'Heat', minutes: 170, url: 'https://m.example/t/1' }, now);
  expect(file).toContain('DTSTART:20261129T210000Z\r\n');
  expect(file).toContain('DTEND:20261129T235000Z\r\n');
});

it('no name breaks the file, and no line is longer than 75 bytes', () => {
  const title = `${'長い題名; '.repeat(20)}\r\nEND:VCALENDAR, \\`;
  const file = eveningEntry({ title, minutes: null, url: 'https://m.example/t/1' }, now);
  const lines = file.split('\r\n');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
  const whole = file.replaceAll('\r\n ', '');
  expect(whole).toContain('長い題名\\; 長い題名\\;');
  expect(whole).toContain('END:VCALENDAR\\, \\\\');
});
