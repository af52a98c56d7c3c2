// Controls the emulator of Stripe through its control calls: apps/stripe-emulator/README.md.
import { expect } from 'playwright/test';
import type { Member } from './users.ts';

interface State {
  /** The clock of the emulator, in seconds since 1970. */
  now: number;
  customers: { id: string; email: string | null }[];
  subscriptions: { customer: string; status: string; trial_end: number | null }[];
  charges: { id: string; customer: string; amount: number; paid: boolean }[];
}

export async function control(payments: string, call: string, body: object): Promise<void> {
  const response = await fetch(`${payments}/_control/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
}

export const stateOf = async (payments: string): Promise<State> =>
  JSON.parse(await (await fetch(`${payments}/_control/state`)).text());

export async function customerOf(payments: string, email: string): Promise<string> {
  const customer = (await stateOf(payments)).customers.find((each) => each.email === email);
  if (!customer) throw new Error(`There is no customer ${email}`);
  return customer.id;
}

/** Returns the id of the customer's newest paid charge. */
export async function lastCharge(payments: string, email: string): Promise<string> {
  const customer = await customerOf(payments, email);
  const charge = (await stateOf(payments)).charges.find((each) => each.customer === customer && each.paid);
  if (!charge) throw new Error(`The customer ${email} has paid nothing`);
  return charge.id;
}

/** Buys a plan without a browser: selects the plan, submits the hosted page, and waits for the webhook. */
export async function buy({ api }: Member, plan_id: string): Promise<void> {
  const { redirect_url } = await api('POST /api/v1/plans/change', { body: { plan_id } });
  const paid = await fetch(redirect_url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'pay' }),
  });
  if (paid.status !== 303) throw new Error(`The payment page answered ${paid.status}`);
  await expect.poll(async () => (await api('GET /api/v1/user')).user.subscribed).toBe(true);
}

/** Sets the outcome of every later charge of the customer. */
export async function setCharges(
  payments: string,
  email: string,
  outcome: 'succeed' | 'decline',
): Promise<void> {
  await control(payments, 'cards', { customer: await customerOf(payments, email), outcome });
}

/** Moves the clock of the emulator. Renewals and retries that become due are processed. */
export const advanceDays = (payments: string, days: number): Promise<void> =>
  control(payments, 'advance', { seconds: days * 86_400 });

/** Moves the clock of the emulator to one day after the trial of the customer's newest subscription ends. */
export async function endTrial(payments: string, email: string): Promise<void> {
  const customer = await customerOf(payments, email);
  const { now, subscriptions } = await stateOf(payments);
  const end = subscriptions.find((each) => each.customer === customer)?.trial_end ?? now;
  await control(payments, 'advance', { seconds: end - now + 86_400 });
}
