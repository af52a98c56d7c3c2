import type { Plan } from '@marquee/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { pagination } from '../../../../test/media.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const plan = (plan_id: string, interval: 'month' | 'year', price_in_cents: number): Plan => ({
  id: price_in_cents,
  name: plan_id,
  description: '',
  plan_id,
  pricings: [{ id: `${plan_id}_price`, price_in_cents, is_recurring: true, is_free: false, interval }],
  places_left: null,
  recommended: interval === 'year',
});
const onMonthly = {
  product_id: 'Monthly',
  product_name: 'Monthly',
  price_id: 'Monthly_price',
  subscribed: true,
  subscription_processor: 'stripe',
  subscription_status: 'active',
  current_period_end: '2027-06-01T12:00:00.000Z',
} as const;

beforeEach(() => {
  answer('GET /api/v1/plans', {
    plans: [plan('Monthly', 'month', 399), plan('Yearly', 'year', 3900)],
    trial_days: 30,
  });
});

test('the button Switch is disabled until the amount that is due now is loaded', async () => {
  let fails = true;
  answer('POST /api/v1/plans/preview', () =>
    fails
      ? { status: 422, error: 'not_permitted', message: 'Not now.' }
      : {
          amount_due: 3501,
          currency: 'usd',
          next_amount: 3900,
          next_date: '2028-06-01T12:00:00.000Z',
          first_charge_amount: 3501,
          first_charge_date: '2027-06-01T12:00:00.000Z',
        },
  );
  const changed = answer('POST /api/v1/plans/change', () => ({
    redirect_url: `${location.origin}/checkout_success/`,
    user: makeUser({ ...onMonthly, product_id: 'Yearly', product_name: 'Yearly' }),
  }));
  startSession(makeUser(onMonthly));
  const { user } = renderApp('/plans');
  await user.click(await screen.findByRole('button', { name: 'Switch Yearly' }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText(/Not now\./);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Switch' }).disabled).toBe(true);
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('$35.01');
  dialog.getByText('From June 1, 2028');
  await user.click(dialog.getByRole('button', { name: 'Switch' }));
  await screen.findByText('You are on Yearly now.');
  expect(changed[0]?.body).toMatchObject({ plan_id: 'Yearly', price_id: 'Yearly_price' });
});

test('a user without a confirmed address is told that the free plan needs it, and can get the link again', async () => {
  answer('GET /api/v1/plans', {
    plans: [
      plan('Monthly', 'month', 399),
      {
        ...plan('Free', 'month', 0),
        pricings: [{ id: 'free', price_in_cents: 0, is_recurring: false, is_free: true, interval: null }],
      },
    ],
    trial_days: 30,
  });
  const message = 'Please confirm your email address first, with the link that we sent you.';
  answer('POST /api/v1/plans/change', { status: 422, error: 'not_permitted', message });
  const resent = answer('POST /api/v1/users/resend_confirmation', { message: 'ok' });
  startSession(makeUser({ email_verified: false }));
  const { user } = renderApp('/plans');
  const free = within(await screen.findByRole('article', { name: 'Free' }));
  free.getByText(/^It needs a confirmed email address\./);
  await user.click(screen.getByRole('button', { name: 'Select Free' }));
  await screen.findByText(message);
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await waitFor(() => expect(resent).toHaveLength(1));
});

test('one plan is recommended, a pass says why it costs more, and the free plan how many places are left', async () => {
  const once = (name: string, price_in_cents: number, places_left: number | null): Plan => ({
    ...plan(name, 'month', price_in_cents),
    pricings: [
      { id: name, price_in_cents, is_recurring: false, is_free: price_in_cents === 0, interval: null },
    ],
    places_left,
  });
  answer('GET /api/v1/plans', {
    plans: [
      plan('Monthly', 'month', 399),
      plan('Yearly', 'year', 3900),
      once('Pass', 4900, null),
      once('Free', 0, 12),
    ],
    trial_days: 30,
  });
  startSession(makeUser());
  renderApp('/plans');
  const card = async (name: string) => within(await screen.findByRole('article', { name }));
  (await card('Yearly')).getByText('Our recommendation');
  expect(screen.getAllByText('Our recommendation')).toHaveLength(1);
  (await card('Pass')).getByText(/It costs more than the yearly plan/);
  (await card('Free')).getByText('12 places are left.');
});

test('a user with a confirmed address is not asked to confirm it for the free plan', async () => {
  startSession(makeUser({ email_verified: true }));
  renderApp('/plans');
  await screen.findByRole('button', { name: 'Select Monthly' });
  expect(screen.queryByText(/confirmed email address/)).toBeNull();
});

test('the switch dialog names the first charge when a credit pays the next invoices', async () => {
  answer('POST /api/v1/plans/preview', {
    amount_due: 0,
    currency: 'usd',
    next_amount: 399,
    next_date: '2027-06-15T12:00:00.000Z',
    first_charge_amount: 90,
    first_charge_date: '2028-02-15T12:00:00.000Z',
  });
  startSession(makeUser({ ...onMonthly, product_id: 'Yearly', product_name: 'Yearly' }));
  const { user } = renderApp('/plans');
  await user.click(await screen.findByRole('button', { name: 'Switch Monthly' }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText('From June 15, 2027');
  dialog.getByText('$0.00');
  dialog.getByText('First charge on February 15, 2028');
  dialog.getByText('$0.90');
  dialog.getByText(/becomes a credit, which pays your next invoices first/);
});

test('the switch dialog names the end of the trial and no second date during a trial', async () => {
  answer('POST /api/v1/plans/preview', {
    amount_due: 0,
    currency: 'usd',
    next_amount: 3900,
    next_date: '2027-06-15T12:00:00.000Z',
    first_charge_amount: 3900,
    first_charge_date: '2027-06-15T12:00:00.000Z',
  });
  startSession(makeUser({ ...onMonthly, subscription_status: 'trialing' }));
  const { user } = renderApp('/plans');
  await user.click(await screen.findByRole('button', { name: 'Switch Yearly' }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText('From June 15, 2027');
  expect(dialog.queryByText(/First charge/)).toBeNull();
});

test('the dialog Cancel subscription stays and shows an error when the cancellation fails', async () => {
  answer('POST /api/v1/plans/cancel', { status: 500, error: 'internal_error' });
  startSession(makeUser(onMonthly));
  const { user } = renderApp('/plans');
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText(/^You keep access until June 1, 2027\./);
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  await dialog.findByText('Unknown error trying to cancel subscription');
});

test('a cancellation is confirmed in a toast, wherever the page is scrolled', async () => {
  answer('POST /api/v1/plans/cancel', {
    canceled: true,
    user: makeUser({ ...onMonthly, subscription_canceled: true }),
  });
  startSession(makeUser(onMonthly));
  const { user } = renderApp('/plans');
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel subscription' }));
  // Once below the heading, once in the toast.
  expect(
    await screen.findAllByText('Your plan is canceled. You keep access until June 1, 2027.'),
  ).toHaveLength(2);
});

test('older receipts are loaded after a click on Show older receipts', async () => {
  const invoice = (id: string, created: string) => ({
    id,
    number: id,
    created,
    amount_paid: 399,
    currency: 'usd',
    status: 'paid',
    hosted_invoice_url: `https://pay.example/${id}`,
  });
  answer('GET /api/v1/plans/invoices', ({ url }) =>
    url.searchParams.get('page') === '2'
      ? {
          invoices: [invoice('A-1', '2026-01-05T12:00:00Z')],
          pagination: pagination(26, 2),
          open_invoice: null,
        }
      : {
          invoices: [invoice('A-3', '2026-03-05T12:00:00Z')],
          pagination: pagination(26),
          open_invoice: null,
        },
  );
  startSession(makeUser(onMonthly));
  const { user } = renderApp('/plans');
  const receipts = within(await screen.findByRole('region', { name: 'Receipts' }));
  expect(receipts.getAllByRole('link').map((link) => link.textContent)).toEqual(['A-3']);
  await user.click(receipts.getByRole('button', { name: 'Show older receipts' }));
  expect((await receipts.findByText('A-1')).getAttribute('href')).toBe('https://pay.example/A-1');
});

test.each([
  ['apple', 'active', 'Apple', 'App Store', 'You are on Monthly. It renews on June 1, 2027.'],
  ['google', 'past_due', 'Google', 'Google Play', /^Your last payment did not go through\./],
] as const)(
  'a subscription from %s with the status %s is read-only on the plans page',
  async (processor, status, name, store, state) => {
    const bought = {
      ...onMonthly,
      subscription_processor: processor,
      subscription_status: status,
      plan_read_only: true,
    };
    answer('GET /api/v1/user', { user: makeUser(bought) });
    answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: [] });
    answer('GET /api/v1/user_medium_genres', { user_medium_genres: [], age_ratings: [] });
    answer('GET /api/v1/user_preferences', {
      user_preferences: makeUser().preferences,
      critical_rating_sources: ['none'],
    });
    startSession(makeUser(bought));
    const { router } = renderApp('/plans');
    const managed = `This subscription is managed by ${name}. Change or cancel it in the settings of your ${store} account.`;
    await screen.findByText(managed);
    screen.getByText(state);
    screen.getByText('Your plan');
    expect(screen.queryByRole('button', { name: /^(Select|Switch|Resume|Manage|Cancel)/ })).toBeNull();

    await act(() => router.navigate('/settings'));
    await screen.findByText(managed);
    expect(screen.queryByRole('link', { name: /plan$/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Manage' })).toBeNull();
  },
);

test('returning from the billing portal synchronizes the plan with the payment processor', async () => {
  const synced = answer('POST /api/v1/plans/sync', { user: makeUser(onMonthly) });
  startSession(makeUser({ ...onMonthly, subscription_status: 'past_due' }));
  const { router } = renderApp('/plans?billing=returned');
  await screen.findByText('You are on Monthly. It renews on June 1, 2027.');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(synced).toHaveLength(1);
});

test('an overdue payment can be paid on the page of its invoice, and the plan is fresh when the user comes back', async () => {
  let isPaid = false;
  const overdue = makeUser({ ...onMonthly, subscription_status: 'past_due' });
  const open_invoice = {
    id: 'in_1',
    amount_due: 399,
    currency: 'usd',
    hosted_invoice_url: 'https://pay.example/in_1',
  };
  answer('GET /api/v1/plans/invoices', () => ({
    invoices: [],
    pagination: pagination(0),
    open_invoice: isPaid ? null : open_invoice,
  }));
  const synced = answer('POST /api/v1/plans/sync', () => ({ user: isPaid ? makeUser(onMonthly) : overdue }));
  startSession(overdue);
  const { user } = renderApp('/plans');
  const pay = await screen.findByRole('link', { name: /^Pay \$3\.99 now/ });
  expect(pay.getAttribute('href')).toBe('https://pay.example/in_1');
  screen.getByRole('button', { name: 'Manage' });
  pay.addEventListener('click', (event) => event.preventDefault());
  await user.click(pay);
  expect(synced).toHaveLength(0);
  isPaid = true;
  act(() => void window.dispatchEvent(new Event('focus')));
  await screen.findByText('You are on Monthly. It renews on June 1, 2027.');
  expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
});

test('the success page shows that a payment is not confirmed yet, and checks again after a click on Check again', async () => {
  let hasPaid = false;
  answer('POST /api/v1/plans/sync', () => ({
    user: makeUser(hasPaid ? onMonthly : { trial_or_subscribed: false }),
  }));
  startSession(makeUser({ trial_or_subscribed: false }));
  const { user } = renderApp('/checkout_success?session_id=cs_1');
  const again = await screen.findByRole('button', { name: 'Check again' });
  expect(document.title).toBe('Payment not confirmed · Marquee');
  hasPaid = true;
  await user.click(again);
  await screen.findByRole('heading', { name: 'Thank you for subscribing' });
  expect(document.title).toBe('Subscribed · Marquee');
});

test.each(['/plans', '/checkout_success', '/checkout_canceled'])(
  'with billing off, %s redirects to Discover',
  async (address) => {
    answer('GET /api/v1/plans', { plans: [], trial_days: 0 });
    const synced = answer('POST /api/v1/plans/sync', { status: 404, error: 'not_found' });
    const listed = answer('GET /api/v1/plans/invoices', { status: 404, error: 'not_found' });
    startSession(makeUser());
    renderApp(address);
    await screen.findByRole('heading', { level: 1, name: 'Discover' });
    expect(screen.queryByText(/trial/)).toBeNull();
    expect([...synced, ...listed]).toEqual([]);
  },
);

test.each(['/', '/about', '/faq', '/privacy', '/terms', '/deletion', '/delete_account'])(
  'with billing off, %s does not mention money',
  async (address) => {
    answer('GET /api/v1/plans', { plans: [], trial_days: 0 });
    renderApp(address);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() =>
      expect(screen.getByRole('main').textContent).not.toMatch(
        /subscription (is|paid|bought)|your subscription|running subscription|free trial|payment|plan you have|your plan/i,
      ),
    );
  },
);
