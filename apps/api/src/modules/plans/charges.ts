import type { PlanPreview } from '@marquee/contracts';
import { addMonths } from './months.ts';

export const MONTHS = { month: 1, year: 12 } as const;

/** The invoices of a subscription from today on. Amounts are in cents. */
export interface Invoices {
  /** The sum of today's invoice before the credit. Negative when more time is given back than is bought. */
  today: { at: Date; total: number };
  /** Every later invoice: the n-th is due `n` intervals after `anchor`, beginning with `from`. */
  later: { anchor: Date; from: 0 | 1; months: number; price: number };
  /** What Stripe owes the customer, from an earlier switch to a cheaper plan. Negative when the customer owes. */
  credit: number;
}

export type Charges = Omit<PlanPreview, 'currency'>;

/** Stripe charges no less than this, in cents. The next invoice collects what is less. */
const MINIMUM_CHARGE = 50;

/** Returns what is due today, the next invoice, and the first amount that is charged. */
export function chargesOf({ today, later, credit }: Invoices): Charges {
  const dateOf = (count: number): string =>
    addMonths(later.anchor, (later.from + count) * later.months).toISOString();
  const next = { next_amount: later.price, next_date: dateOf(0) };
  const owedToday = today.total - credit;
  if (owedToday >= MINIMUM_CHARGE)
    return {
      amount_due: owedToday,
      ...next,
      first_charge_amount: owedToday,
      first_charge_date: today.at.toISOString(),
    };
  // The number of later invoices that leave less than the minimum to charge.
  const skipped = Math.max(0, Math.ceil((MINIMUM_CHARGE - owedToday) / later.price) - 1);
  return {
    amount_due: 0,
    ...next,
    first_charge_amount: owedToday + later.price * (skipped + 1),
    first_charge_date: dateOf(skipped),
  };
}

/** Returns the charges of a plan that is paid once. The credit is for subscriptions only. */
export const chargesOnce = (price: number): Charges => ({
  amount_due: price,
  next_amount: null,
  next_date: null,
  first_charge_amount: price > 0 ? price : null,
  first_charge_date: price > 0 ? new Date().toISOString() : null,
});
