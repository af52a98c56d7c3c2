import { expect, it } from 'vitest';
import { endsAt } from './ends-at.ts';

const at = (hours: number, minutes: number) => new Date(2026, 10, 29, hours, minutes).getTime();

it('says when a title that starts now ends, to five minutes', () => {
  expect(endsAt(98, at(21, 1))?.replace(/\s/u, ' ')).toBe('until 10:40 PM');
  expect(endsAt(98, at(23, 2))?.replace(/\s/u, ' ')).toBe('until 12:40 AM');
});

it('says nothing for an unknown length', () => {
  expect(endsAt(null)).toBeNull();
  expect(endsAt(0)).toBeNull();
});
