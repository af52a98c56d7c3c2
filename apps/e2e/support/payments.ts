// Steers the stand-in for Stripe as a script does: apps/stripe-emulator/README.md.
interface State {
  customers: { id: string; email: string | null }[];
}

async function control(payments: string, call: string, body: object): Promise<void> {
  const response = await fetch(`${payments}/_control/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
}

async function customerOf(payments: string, email: string): Promise<string> {
  const state: State = JSON.parse(await (await fetch(`${payments}/_control/state`)).text());
  const customer = state.customers.find((each) => each.email === email);
  if (!customer) throw new Error(`There is no customer ${email}`);
  return customer.id;
}

/** Every later charge of the customer is declined, until the card decides again. */
export async function declineCharges(payments: string, email: string): Promise<void> {
  await control(payments, 'cards', { customer: await customerOf(payments, email), outcome: 'decline' });
}

/** Moves the clock. Renewals and retries that fall due happen at their time. */
export const advanceDays = (payments: string, days: number): Promise<void> =>
  control(payments, 'advance', { seconds: days * 86_400 });
