import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { closeDispute, isDisputeOpen, openDispute } from '../billing/disputes.ts';
import { chargeOf, createRefund } from '../billing/refunds.ts';
import type { Charge } from '../core/collections.ts';
import { invalid, missing } from '../core/errors.ts';
import { WEBHOOK_MODES } from '../core/store.ts';
import { get, type World } from '../core/world.ts';
import type { Emulator } from '../emulator.ts';
import { FAULT_MODES } from '../http/faults.ts';
import { stateOf, stateOfCustomer } from './state.ts';

/** Ten years in seconds. A longer step is a mistake, and would create too many renewals. */
const LONGEST_STEP = 10 * 366 * 86_400;

const advanceBody = z.strictObject({ seconds: z.int().min(0).max(LONGEST_STEP) });
const cardsBody = z.strictObject({ customer: z.string(), outcome: z.enum(['succeed', 'decline', 'card']) });
const webhooksBody = z.strictObject({ mode: z.enum(WEBHOOK_MODES) });
const faultsBody = z.strictObject({
  mode: z.enum(FAULT_MODES),
  seconds: z.number().min(0).max(3600).default(5),
});
const payment = { charge: z.string().optional(), payment_intent: z.string().optional() };
const refundBody = z.strictObject({ ...payment, amount: z.int().min(1).optional() });
const disputeBody = z.strictObject({
  ...payment,
  customer: z.string().optional(),
  status: z.enum(['needs_response', 'won', 'lost']).default('needs_response'),
});

/** Forces the outcome of a customer's later charges. `card` restores the outcome of the test card. */
function setOutcome(world: World, { customer, outcome }: z.output<typeof cardsBody>): object {
  get(world, 'customers', customer, 'customer');
  if (outcome === 'card') world.store.remove('outcomes', customer);
  else world.store.put('outcomes', { id: customer, outcome });
  return { customer, outcome };
}

function chargeFor(world: World, body: z.output<typeof disputeBody>): Charge {
  if (body.customer === undefined) return chargeOf(world, body);
  const found = world.store.list('charges').find(({ customer, paid }) => customer === body.customer && paid);
  if (!found) throw missing('charge', body.customer, 'customer');
  return found;
}

/** Opens a dispute of a charge. Closes it at once when the requested status is `won` or `lost`. */
function dispute(world: World, body: z.output<typeof disputeBody>): object {
  const charge = chargeFor(world, body);
  const known = world.store.list('disputes').find((one) => one.charge === charge.id);
  if (known && !isDisputeOpen(known)) throw invalid('The dispute of this charge is already closed.');
  const opened = known ?? openDispute(world, charge);
  return body.status === 'needs_response' ? opened : closeDispute(world, opened.id, body.status);
}

function webhookState(emulator: Emulator): object {
  const deliveries = emulator.store.list('deliveries');
  return {
    mode: emulator.store.settings.webhook_mode,
    held: deliveries.filter(({ held }) => held).length,
    pending: deliveries.filter(({ held }) => !held).length,
  };
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' && text !== '' ? JSON.parse(text) : {};
  } catch {
    throw invalid('The body is not JSON.');
  }
}

function readBody<Body extends z.ZodType>(schema: Body, text: unknown): z.output<Body> {
  const result = schema.safeParse(parseJson(text));
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}

/** Registers the calls below /_control, which control the clock, card outcomes, webhooks and faults. */
export function registerControl(server: FastifyInstance, emulator: Emulator): void {
  server.register(async (app) => {
    // Parses every content type as JSON, so that `curl -d` works without a header.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    registerCalls(app, emulator);
  });
}

function registerCalls(app: FastifyInstance, emulator: Emulator): void {
  const changing = <Body extends z.ZodType>(
    path: string,
    schema: Body,
    work: (world: World, body: z.output<Body>) => object,
  ) =>
    app.post(`/_control/${path}`, async (request) => {
      const body = readBody(schema, request.body);
      const result = emulator.change((world) => work(world, body));
      await emulator.commit();
      return result;
    });

  app.post('/_control/advance', async (request) => {
    await emulator.advance(readBody(advanceBody, request.body).seconds);
    return { now: emulator.clock.now() };
  });
  changing('cards', cardsBody, setOutcome);
  changing('webhooks', webhooksBody, ({ store }, { mode }) => {
    store.configure({ webhook_mode: mode });
    return webhookState(emulator);
  });
  app.get('/_control/webhooks', async () => webhookState(emulator));
  app.post('/_control/webhooks/release', async () => {
    const released = emulator.deliverer.release();
    await emulator.commit();
    return { released };
  });
  changing('faults', faultsBody, (_world, { mode, seconds }) => {
    emulator.faults.set(mode, seconds);
    return { mode, seconds };
  });
  changing('disputes', disputeBody, dispute);
  changing('refunds', refundBody, createRefund);
  app.get('/_control/state', async () => stateOf(emulator));
  app.get<{ Params: { id: string } }>('/_control/customers/:id', async ({ params }) =>
    stateOfCustomer(emulator, params.id),
  );
}
