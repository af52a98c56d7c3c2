import { expect, it } from 'vitest';
import { formatMoney } from './money.ts';

it('an amount is shown in its own currency, with cents', () => {
  expect([formatMoney(999), formatMoney(1_200, 'eur'), formatMoney(999, 'GBP')]).toEqual([
    '$9.99',
    '€12.00',
    '£9.99',
  ]);
});
