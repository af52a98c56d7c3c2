import { formatDate, formatMoney, formatPrice } from '../billing/money.ts';
import { periodEndOf } from '../billing/renew.ts';
import { updateItems } from '../billing/update-items.ts';
import type { PortalSession, Subscription } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { get, type World } from '../core/world.ts';
import { cancelAt } from '../resources/subscriptions.update.ts';
import { cardField, cardOf } from './card-fields.ts';
import { type Html, html } from './html.ts';
import type { HostedPage, PageResult } from './page.ts';
import { changePrice, otherPrices, replaceCard, shownSubscriptions } from './portal.actions.ts';

const nameOf = (world: World, { items }: Subscription): string => {
  const price = items.data[0]?.price;
  return price?.nickname ?? world.store.find('products', price?.product ?? '')?.name ?? 'Subscription';
};

const button = (action: string, label: string, subscription: string, isMain = false): Html =>
  html`<form method="post"><input type="hidden" name="subscription" value="${subscription}"><button ${isMain && html`class="main"`} name="action" value="${action}">${label}</button></form>`;

function priceForm(world: World, subscription: Subscription): Html | null {
  const prices = otherPrices(world, subscription);
  if (prices.length === 0) return null;
  const options = prices.map(
    (price) =>
      html`<option value="${price.id}">${price.nickname ?? price.id}: ${formatPrice(price)}</option>`,
  );
  return html`<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
<label for="price-${subscription.id}">Change plan</label><select id="price-${subscription.id}" name="price">${options}</select>
<button name="action" value="update">Change plan</button></form>`;
}

function subscriptionSection(world: World, subscription: Subscription): Html {
  const { id, status, cancel_at } = subscription;
  const ends = cancel_at !== null;
  const price = subscription.items.data[0]?.price;
  const when = formatDate(cancel_at ?? periodEndOf(subscription));
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${nameOf(world, subscription)}</h2>
<p>${price && formatPrice(get(world, 'prices', price.id))} <span class="${status === 'past_due' || status === 'unpaid' ? 'bad' : 'soft'}">${status.replace('_', ' ')}</span></p>
<p class="soft">${ends ? `Ends on ${when}.` : `Renews on ${when}.`}</p>
${priceForm(world, subscription)}
${ends ? button('resume', 'Keep the subscription', id, true) : button('cancel', 'Cancel the subscription', id)}
</section>`;
}

const cardSection = html`<section aria-labelledby="payment"><h2 id="payment">Payment method</h2><form method="post">
${cardField(true)}<button class="main" name="action" value="update_card">Save the card</button></form></section>`;

function invoiceSection(world: World, customer: string): Html {
  const invoices = world.store
    .list('invoices')
    .filter((one) => one.customer === customer && one.status !== 'draft');
  const rows = invoices.map(
    ({ number, hosted_invoice_url: url, total, currency, status }) =>
      html`<dt><a href="${url}">${number}</a> <span class="soft">${status}</span></dt><dd>${formatMoney(total, currency)}</dd>`,
  );
  return html`<section aria-labelledby="invoices"><h2 id="invoices">Invoices</h2><dl>${rows}</dl></section>`;
}

const backButton = html`<form method="post"><button name="action" value="return">Back to the shop</button></form>`;

/** Returns the page of a deep link, with only the action that the link names. */
function flowBody(world: World, flow: NonNullable<PortalSession['flow']>): Html {
  const id = targetOf(flow) ?? '';
  if (flow.type === 'payment_method_update') return cardSection;
  const subscription = get(world, 'subscriptions', id);
  const name = nameOf(world, subscription);
  if (flow.type === 'subscription_cancel') {
    return html`<section><p>${name} runs until ${formatDate(periodEndOf(subscription))}.</p>${button('cancel', 'Cancel the subscription', id, true)}</section>`;
  }
  if (flow.type === 'subscription_update') return html`<section>${priceForm(world, subscription)}</section>`;
  const price = world.store.find('prices', flow.subscription_update_confirm?.items[0]?.price ?? '');
  const wanted = price && `${price.nickname ?? price.id}, ${formatPrice(price)}`;
  return html`<section><p>Change ${name} to ${wanted}.</p>${button('confirm', 'Confirm', id, true)}</section>`;
}

const targetOf = (flow: PortalSession['flow']): string | null =>
  (flow?.subscription_cancel ?? flow?.subscription_update ?? flow?.subscription_update_confirm)
    ?.subscription ?? null;

function show(world: World, id: string): PageResult {
  const session = get(world, 'portal_sessions', id);
  get(world, 'customers', session.customer);
  if (session.flow)
    return {
      title: 'Billing',
      body: html`${flowBody(world, session.flow)}${session.return_url && backButton}`,
    };
  const subscriptions = shownSubscriptions(world, session.customer);
  const sections = subscriptions.map((subscription) => subscriptionSection(world, subscription));
  const body = html`${sections}${cardSection}${invoiceSection(world, session.customer)}${session.return_url && backButton}`;
  return { title: 'Billing', body };
}

/**
 * Returns the id of the subscription to change: from the deep link, else from the form, else the newest
 * subscription.
 */
function subscriptionFor(world: World, session: PortalSession, fields: Record<string, string>): string {
  const own = shownSubscriptions(world, session.customer);
  const id = targetOf(session.flow) ?? fields.subscription ?? own[0]?.id;
  const found = own.find((subscription) => subscription.id === id);
  if (!found) throw invalid('There is no subscription to change.');
  return found.id;
}

function afterAction(world: World, session: PortalSession): PageResult {
  const after = session.flow?.after_completion;
  if (after?.type === 'redirect' && after.redirect) return { redirect: after.redirect.return_url };
  if (after?.type !== 'hosted_confirmation') return show(world, session.id);
  const message = after.hosted_confirmation?.custom_message ?? 'Your change is saved.';
  return { title: 'Billing', body: html`<section><p class="good">${message}</p></section>` };
}

function confirmUpdate(world: World, session: PortalSession, id: string): void {
  const items = session.flow?.subscription_update_confirm?.items ?? [];
  updateItems(world, id, {
    items: items.map((item) => ({
      id: item.id ?? undefined,
      price: item.price ?? undefined,
      quantity: item.quantity,
    })),
    behavior: 'always_invoice',
    date: world.clock.now(),
    payment: 'allow_incomplete',
    offSession: false,
  });
}

function submit(world: World, id: string, fields: Record<string, string>): PageResult {
  const session = get(world, 'portal_sessions', id);
  if (fields.action === 'return') return { redirect: session.return_url ?? session.url };
  if (fields.action === 'update_card') replaceCard(world, session.customer, cardOf(fields.card));
  else {
    const subscription = subscriptionFor(world, session, fields);
    // With flexible billing, the portal sets the time and leaves `cancel_at_period_end` false.
    if (fields.action === 'cancel')
      cancelAt(world, subscription, periodEndOf(get(world, 'subscriptions', subscription)));
    else if (fields.action === 'resume') cancelAt(world, subscription, null);
    else if (fields.action === 'update') changePrice(world, subscription, fields.price ?? '');
    else if (fields.action === 'confirm') confirmUpdate(world, session, subscription);
    else throw invalid('Unknown action: use cancel, resume, update, confirm, update_card or return.');
  }
  return afterAction(world, session);
}

export const portalPage: HostedPage = { path: '/p/session/:id', show, submit };
