import { expect, it } from 'vitest';
import { chargesOf } from './charges.ts';

const monthly = { months: 1, price: 399 };
const at = new Date('2027-01-31T12:00:00.000Z');

it('chargesOf names today when an amount is due today', () => {
  expect(
    chargesOf({ today: { at, total: 399 }, later: { anchor: at, from: 1, ...monthly }, credit: 99 }),
  ).toEqual({
    amount_due: 300,
    next_amount: 399,
    next_date: '2027-02-28T12:00:00.000Z',
    first_charge_amount: 300,
    first_charge_date: '2027-01-31T12:00:00.000Z',
  });
});

it('chargesOf pays the next invoices from the credit, and counts months from the anchor', () => {
  // 1,000 cents pay two months, and 202 cents of the third.
  expect(
    chargesOf({ today: { at, total: -800 }, later: { anchor: at, from: 1, ...monthly }, credit: 200 }),
  ).toMatchObject({
    amount_due: 0,
    next_amount: 399,
    next_date: '2027-02-28T12:00:00.000Z',
    first_charge_amount: 197,
    first_charge_date: '2027-04-30T12:00:00.000Z',
  });
});

it('chargesOf charges a whole month after a credit that pays whole months exactly', () => {
  expect(
    chargesOf({ today: { at, total: 0 }, later: { anchor: at, from: 0, ...monthly }, credit: 798 }),
  ).toMatchObject({
    next_date: '2027-01-31T12:00:00.000Z',
    first_charge_amount: 399,
    first_charge_date: '2027-03-31T12:00:00.000Z',
  });
});

it('chargesOf charges nothing below fifty cents, and adds it to the next invoice', () => {
  const later = { anchor: at, from: 1, ...monthly } as const;
  expect(chargesOf({ today: { at, total: 181 }, later, credit: 150 })).toMatchObject({
    amount_due: 0,
    first_charge_amount: 430,
    first_charge_date: '2027-02-28T12:00:00.000Z',
  });
  // The credit leaves twenty cents of the first month, which the second one collects.
  expect(chargesOf({ today: { at, total: 0 }, later, credit: 379 })).toMatchObject({
    first_charge_amount: 419,
    first_charge_date: '2027-03-31T12:00:00.000Z',
  });
});
