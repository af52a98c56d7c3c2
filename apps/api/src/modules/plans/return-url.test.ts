import { expect, test } from 'vitest';
import { withoutSession } from './return-url.ts';

test('an address for a payment without Checkout has no placeholder for the session', () => {
  const page = 'https://marquee.example/checkout_success/';
  expect(withoutSession(`${page}?session_id={CHECKOUT_SESSION_ID}`)).toBe(page);
  expect(withoutSession(`${page}?session_id={CHECKOUT_SESSION_ID}&a=1#b`)).toBe(`${page}?a=1#b`);
  expect(withoutSession(`${page}?a=1&session_id={CHECKOUT_SESSION_ID}`)).toBe(`${page}?a=1`);
  expect(withoutSession(`${page}?a=1`)).toBe(`${page}?a=1`);
});
