import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterEach, vi } from 'vitest';
import { type RunningStripeEmulator, type StripeEmulatorOptions, startStripeEmulator } from '../src/index.ts';

export const DAY = 86_400;
export const WEBHOOK_SECRET = 'whsec_test';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Calls `close` after the test. Parts that started later are closed first. */
export const closeAfter = (close: () => Promise<void>): void => void open.push({ close });

/** Creates a folder. Removes the folder after the test, when all parts that started later are closed. */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const path = await mkdtemp(join(parent, 'stripe-emulator-'));
  open.push({ close: () => rm(path, { recursive: true }) });
  return path;
}

export const sdkFor = (origin: string, config: Stripe.StripeConfig = {}): Stripe => {
  const { hostname, port } = new URL(origin);
  return new Stripe('sk_test_key', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...config,
  });
};

export interface Bench {
  origin: string;
  stripe: Stripe;
  emulator: RunningStripeEmulator;
  control: <Result>(path: string, body?: object) => Promise<Result>;
  state: () => Promise<State>;
  eventTypes: () => Promise<string[]>;
}

interface State {
  now: number;
  sessions: Stripe.Checkout.Session[];
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  events: Stripe.Event[];
  charges: Stripe.Charge[];
}

/** Starts an emulator on a free port. Also creates the official SDK with the emulator's address. */
export async function startBench(options: StripeEmulatorOptions = {}): Promise<Bench> {
  const emulator = await startStripeEmulator({ port: 0, ...options });
  open.push(emulator);
  const { origin } = emulator;
  const control = async <Result>(path: string, body?: object): Promise<Result> => {
    const response = await fetch(`${origin}/_control/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const state = () => control<State>('state');
  const eventTypes = async () => (await state()).events.map(({ type }) => type).toReversed();
  return { origin, emulator, control, state, eventTypes, stripe: sdkFor(origin) };
}

/** Submits the form of a hosted page without a browser. Returns status, text and redirect target. */
export async function press(url: string | null, action: string, fields: Record<string, string> = {}) {
  const response = await fetch(url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action, ...fields }),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

/** Creates a product with recurring prices and a one-time price. */
export async function sellPlans({ stripe }: Bench) {
  const product = await stripe.products.create({ name: 'Marquee' });
  const price = (key: string, unit_amount: number, interval?: 'month' | 'year') =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      lookup_key: key,
      nickname: key,
      ...(interval && { recurring: { interval } }),
    });
  return {
    product,
    monthly: await price('monthly', 399, 'month'),
    premium: await price('premium', 999, 'month'),
    yearly: await price('yearly', 3900, 'year'),
    pass: await price('pass', 4900),
  };
}

/** Creates a customer with a default test card. */
export async function customerWithCard({ stripe }: Bench, card = 'pm_card_visa', email = 'ada@example.com') {
  const customer = await stripe.customers.create({ email });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  return customer;
}

export interface Received {
  event: Stripe.Event;
  headers: IncomingHttpHeaders;
  payload: string;
}

/** Starts an endpoint that collects events. `answer` returns the status of the response to each delivery. */
export async function receiveWebhooks(answer: (count: number) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let payload = '';
    for await (const chunk of request.setEncoding('utf8')) payload += chunk;
    received.push({ event: JSON.parse(payload), headers: request.headers, payload });
    response.writeHead(answer(received.length)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const types = () => received.map(({ event }) => event.type);
  return { received, types, endpoint: { url: `http://127.0.0.1:${port}/hook`, secret: WEBHOOK_SECRET } };
}

/** Repeats `check` until it does not throw. */
export const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 600_000, interval: 10 });
