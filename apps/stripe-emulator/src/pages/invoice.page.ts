import { paymentOf } from '../billing/invoices.ts';
import { formatDate, formatMoney } from '../billing/money.ts';
import { failAuthentication } from '../billing/payments.ts';
import { payAndSettle } from '../billing/settle.ts';
import type { Invoice } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { get, type World } from '../core/world.ts';
import { attachCard, createCard } from '../objects/payment-methods.object.ts';
import { cardField, cardOf } from './card-fields.ts';
import { type Html, html } from './html.ts';
import type { HostedPage, PageResult } from './page.ts';

const intentOf = (world: World, invoice: Invoice) =>
  world.store.find('payment_intents', paymentOf(world, invoice.id)?.payment.payment_intent ?? '');

const summary = (
  invoice: Invoice,
): Html => html`<section aria-labelledby="lines"><h2 id="lines">${invoice.number}, ${formatDate(invoice.created)}</h2><dl>
${invoice.lines.data.map(({ description, amount, currency }) => html`<dt>${description}</dt><dd>${formatMoney(amount, currency)}</dd>`)}
<dt><strong>Amount due</strong></dt><dd><strong>${formatMoney(invoice.amount_due, invoice.currency)}</strong></dd></dl></section>`;

function payForm(world: World, invoice: Invoice): Html {
  const intent = intentOf(world, invoice);
  if (intent?.status === 'requires_action') {
    return html`<section><p>The bank of this test card asks for a confirmation.</p><form method="post">
<button class="main" name="action" value="authenticate">Complete authentication</button>
<button name="action" value="fail_authentication">Fail authentication</button></form></section>`;
  }
  const message = intent?.last_payment_error?.message;
  return html`<section>${message && html`<p class="bad" role="alert">${message}</p>`}<form method="post">${cardField(true)}
<button class="main" name="action" value="pay">Pay ${formatMoney(invoice.amount_due, invoice.currency)}</button></form></section>`;
}

function show(world: World, id: string): PageResult {
  const invoice = get(world, 'invoices', id);
  if (invoice.status === 'open') {
    return { title: 'Invoice', body: html`${summary(invoice)}${payForm(world, invoice)}` };
  }
  const paid = invoice.status === 'paid';
  const state = html`<p class="${paid ? 'good' : 'soft'}">This invoice is ${invoice.status}.</p>`;
  return {
    title: paid ? 'Invoice paid' : 'Invoice',
    body: html`${summary(invoice)}<section>${state}</section>`,
  };
}

function pay(world: World, invoice: Invoice, paymentMethod: string, authenticated: boolean): void {
  const options = {
    offSession: false,
    authenticated,
    retries: invoice.next_payment_attempt !== null,
    paymentMethod,
  };
  payAndSettle(world, invoice.id, options);
}

function submit(world: World, id: string, fields: Record<string, string>): PageResult {
  const invoice = get(world, 'invoices', id);
  if (invoice.status !== 'open') return show(world, id);
  const intent = intentOf(world, invoice);
  if (fields.action === 'pay') {
    const method = createCard(world, cardOf(fields.card));
    attachCard(world, method, invoice.customer ?? '');
    pay(world, invoice, method.id, false);
  } else if (fields.action === 'authenticate' && intent?.payment_method) {
    pay(world, invoice, intent.payment_method, true);
  } else if (fields.action === 'fail_authentication' && intent) {
    failAuthentication(world, intent.id, 'We are unable to authenticate your payment method.');
  } else throw invalid('Unknown action: use pay, authenticate or fail_authentication.');
  return show(world, id);
}

export const invoicePage: HostedPage = { path: '/i/:id', show, submit };
