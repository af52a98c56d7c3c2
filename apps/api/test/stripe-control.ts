// Controls a running emulator of Stripe. This module does not need a test runner.
import { createHmac } from 'node:crypto';

/** The fields of Stripe's objects that tests read. */
interface State {
  customers: { id: string; email: string | null }[];
  sessions: { id: string; url: string | null; status: string; customer: string }[];
  subscriptions: {
    id: string;
    customer: string;
    status: string;
    cancel_at_period_end: boolean;
    trial_end: number | null;
    items: { data: { price: { lookup_key: string | null }; current_period_end: number }[] };
  }[];
  charges: {
    id: string;
    customer: string;
    amount: number;
    paid: boolean;
    amount_refunded: number;
    created: number;
  }[];
  invoices: { id: string; customer: string; amount_paid: number; total: number; created: number }[];
  events: { id: string; type: string }[];
}

/** Creates a client for the control calls of the emulator at this origin. */
export function createStripeControl(origin: string) {
  async function control<Result = object>(path: string, body?: object): Promise<Result> {
    const response = await fetch(`${origin}/_control/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  return {
    control,
    state: () => control<State>('state'),
    stateOf: (customerId: string) =>
      control<Pick<State, 'sessions' | 'subscriptions' | 'charges' | 'invoices'>>(`customers/${customerId}`),

    /** Submits the form of a hosted page. Returns the address of the redirect. */
    async press(url: string, action: string, fields: Record<string, string> = {}): Promise<string | null> {
      const body = new URLSearchParams({ action, ...fields });
      const response = await fetch(url, { method: 'POST', redirect: 'manual', body });
      if (response.status >= 400) throw new Error(`${action}: ${response.status} ${await response.text()}`);
      return response.headers.get('location');
    },
  };
}

/** Returns the signature header of an event, computed as Stripe does. */
export function signEvent(body: string, secret: string, timestamp = Math.floor(Date.now() / 1_000)): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
