import { expect, test } from 'vitest';
import { Email } from './primitives.ts';

const read = (address: string) => Email().safeParse(address).data;

test('an address is the same with the letters of its domain and with their ASCII form', () => {
  expect(read('ann@xn--mller-kva.example')).toBe('ann@müller.example');
  expect(read('ann@XN--MLLER-KVA.example')).toBe('ann@müller.example');
  expect(read('ann@müller.example')).toBe('ann@müller.example');
  expect(read('ann@example.com')).toBe('ann@example.com');
});

test('a domain whose code stands for nothing, or for a name that needs none, is refused', () => {
  for (const domain of ['xn--', 'xn--a', 'xn--example-.com', 'a.xn--99999999.com', 'xn--attack-z1m.com'])
    expect(read(`ann@${domain}`), domain).toBeUndefined();
});
