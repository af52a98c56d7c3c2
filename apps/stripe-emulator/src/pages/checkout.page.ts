import { DECLINED_CARD } from '../billing/cards.ts';
import { asksForCard, authenticateCheckout, payCheckout } from '../billing/checkout.ts';
import { formatDate, formatMoney, formatPrice } from '../billing/money.ts';
import type { Session } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { cardField, cardOf } from './card-fields.ts';
import { type Html, html } from './html.ts';
import type { HostedPage, PageResult } from './page.ts';

const successUrl = (session: Session): string =>
  (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

function summary(world: World, session: Session): Html {
  const { line_items: lines, subscription_data: data } = get(world, 'session_notes', session.id);
  const end =
    data.trial_end ??
    (data.trial_period_days === null ? null : world.clock.now() + data.trial_period_days * DAY);
  return html`<section aria-labelledby="order"><h2 id="order">Your order</h2><dl>
${lines.map(({ description, price, quantity }) => html`<dt>${description}${quantity === 1 ? null : ` × ${quantity}`}</dt><dd>${price && formatPrice(get(world, 'prices', price.id))}</dd>`)}
<dt><strong>Due today</strong></dt><dd><strong>${formatMoney(session.amount_total ?? 0, session.currency ?? 'usd')}</strong></dd>
</dl>${end === null ? null : html`<p class="soft">Free trial until ${formatDate(end)}.</p>`}</section>`;
}

/** Returns whether the session has a customer or an email, or an earlier attempt created a customer. */
const hasEmail = (world: World, session: Session): boolean =>
  (session.customer ?? session.customer_email ?? get(world, 'session_notes', session.id).attempt) !== null;

const form = (world: World, session: Session, message: string | null): Html => html`<section>
${message && html`<p class="bad" role="alert">${message}</p>`}
<form method="post">
${hasEmail(world, session) ? null : html`<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email">`}
${cardField(asksForCard(world, session))}
<button class="main" name="action" value="pay">${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}</button>
<button name="action" value="decline">Pay with a card that is declined</button>
<button name="action" value="cancel">Cancel and go back</button>
</form></section>`;

const challenge = html`<section aria-labelledby="secure"><h2 id="secure">3-D Secure</h2>
<p>The bank of this test card asks for a confirmation.</p>
<form method="post">
<button class="main" name="action" value="authenticate">Complete authentication</button>
<button name="action" value="fail_authentication">Fail authentication</button>
<button name="action" value="cancel">Cancel and go back</button>
</form></section>`;

const isChallenged = (world: World, id: string): boolean => {
  const { attempt, message } = get(world, 'session_notes', id);
  return attempt !== null && attempt.payment_method !== null && message === null;
};

function show(world: World, id: string): PageResult {
  const session = get(world, 'sessions', id);
  const { message } = get(world, 'session_notes', id);
  if (session.status === 'complete') {
    const link = html`<section><p class="good">This payment is complete.</p><p><a href="${successUrl(session)}">Continue</a></p></section>`;
    return { title: 'Payment complete', body: link };
  }
  if (session.status === 'expired') {
    const back = session.cancel_url && html`<p><a href="${session.cancel_url}">Go back</a></p>`;
    return {
      title: 'Session expired',
      body: html`<section><p>This Checkout session has expired.</p>${back}</section>`,
    };
  }
  const body = isChallenged(world, id) ? challenge : form(world, session, message);
  return { title: 'Checkout', body: html`${summary(world, session)}${body}` };
}

function pay(
  world: World,
  session: Session,
  fields: Record<string, string>,
  number: string | undefined,
): PageResult {
  const isOptional = !asksForCard(world, session);
  const hasNone = number === 'none' || (number === undefined && isOptional);
  const outcome = payCheckout(world, session.id, {
    card: hasNone && isOptional ? null : cardOf(number),
    email: fields.email || null,
    name: fields.name || null,
  });
  return outcome.kind === 'succeeded' ? { redirect: successUrl(session) } : show(world, session.id);
}

function submit(world: World, id: string, fields: Record<string, string>): PageResult {
  const session = get(world, 'sessions', id);
  if (session.status !== 'open') return show(world, id);
  switch (fields.action) {
    case 'pay':
      return pay(world, session, fields, fields.card);
    case 'decline':
      return pay(world, session, fields, DECLINED_CARD);
    case 'authenticate':
    case 'fail_authentication': {
      const outcome = authenticateCheckout(world, id, fields.action === 'authenticate');
      return outcome.kind === 'succeeded' ? { redirect: successUrl(session) } : show(world, id);
    }
    case 'cancel':
      return { redirect: session.cancel_url ?? successUrl(session) };
    default:
      throw invalid('Unknown action: use pay, decline, authenticate, fail_authentication or cancel.');
  }
}

export const checkoutPage: HostedPage = { path: '/c/pay/:id', show, submit };
