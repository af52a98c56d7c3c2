import type { WorthReply, WorthService } from '@marquee/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { changeRatingCount } from '#src/lib/session/session.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const service = (id: number, name: string, part: Partial<WorthService> = {}): WorthService => ({
  medium_provider: { id, name, image: `/images/providers/${id}.svg`, featured: true },
  selected: false,
  price_in_cents: 999,
  currency: 'USD',
  price_date: '2025-01-31',
  price_source: 'public list price',
  price_plan: 'With ads',
  likely: 10,
  only_here: 3,
  arriving: 1,
  leaving: 2,
  reach: 8.1,
  titles: [
    { medium_id: 7, title: 'Heat', only_here: true },
    { medium_id: 8, title: 'Ronin', only_here: false },
  ],
  ...part,
});

const reply: WorthReply = {
  services: [
    service(1, 'Hulu', { selected: true }),
    service(2, 'Max', { price_in_cents: null, price_source: null }),
  ],
  sets: [{ medium_provider_ids: [1], monthly_in_cents: 999, reach: 8.1, likely: 10 }],
  current: { medium_provider_ids: [1], monthly_in_cents: 999, reach: 8.1, likely: 10 },
  within_budget: null,
  advice: 'Pause Hulu in December: you would miss 3 titles and save $9.99.',
  considered: 2,
  main_currency: 'USD',
};

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

it('shows what each service holds and costs, how old the price is, and the advice', async () => {
  answer('GET /api/v1/worth', reply);
  renderApp('/worth');
  await screen.findByText('Pause Hulu in December: you would miss 3 titles and save $9.99.');
  screen.getByText(/With ads, public list price of Jan 31, 2025. This is more than a year ago/);
  expect(screen.queryByText(/a title$/)).toBeNull();
  expect(screen.getAllByText('10 titles, $9.99 a month')).toHaveLength(2);
  screen.getByText('No price is known.');
  const [heat] = screen.getAllByRole('link', { name: 'Heat' });
  expect(heat).toHaveProperty('pathname', '/discover/media/7');
  screen.getByText(/there is no affiliate link/);
});

it('says before the first rating only what is widely loved', async () => {
  answer('GET /api/v1/user', { user: makeUser({ rating_count: 0 }) });
  answer('GET /api/v1/worth', reply);
  renderApp('/worth');
  await screen.findByText(/^10 titles widely loved, 3 on no other service of yours/);
  screen.getByText(/^10 titles widely loved, 3 on none of your services/);
  expect(screen.queryByText(/titles you would like/)).toBeNull();
});

it('calls its sentence a first guess after a few ratings, and leaves that out after many', async () => {
  answer('GET /api/v1/user', { user: makeUser({ rating_count: 6 }) });
  answer('GET /api/v1/worth', { ...reply, advice: null });
  renderApp('/worth');
  await screen.findByText(
    'Your services have 10 titles for you, for $9.99 a month. After 6 ratings this is a first guess.',
  );
  act(() => changeRatingCount(60));
  await screen.findByText('Your services have 10 titles for you, for $9.99 a month.');
});

it('separates the member’s services from those they could have, and folds services without a title', async () => {
  const none = { likely: 0, only_here: 0, titles: [] };
  answer('GET /api/v1/worth', {
    ...reply,
    services: [
      service(1, 'Hulu', { selected: true, ...none }),
      service(2, 'Max'),
      service(3, 'Apple TV+', none),
    ],
  });
  renderApp('/worth');
  const own = await screen.findByRole('region', { name: 'You have' });
  expect(
    within(own)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Hulu']);
  const others = screen.getByRole('region', { name: 'You could have' });
  expect(within(others).getByText('Max').closest('details')).toBeNull();
  expect(within(others).getByText('Apple TV+').closest('details')).not.toBeNull();
});

it('saves the member’s own price, and refuses what is no amount', async () => {
  answer('GET /api/v1/worth', reply);
  const calls = answer('PUT /api/v1/worth/prices', reply);
  const { user } = renderApp('/worth');
  await user.click(await screen.findByRole('button', { name: 'Change the price of Hulu' }));
  const field = screen.getByLabelText('What you pay a month (USD)');
  await user.clear(field);
  await user.type(field, 'free');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText(/Type an amount/);
  await user.clear(field);
  await user.type(field, '4.50');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({
      prices: [{ medium_provider_id: 1, price_in_cents: 450, currency: 'USD' }],
    }),
  );
});

it('asks for the best set within a budget that is in the address', async () => {
  const calls = answer('GET /api/v1/worth', reply);
  const { router, user } = renderApp('/worth');
  const field = await screen.findByLabelText('Your budget a month (USD)');
  expect(field, 'is at first what the member spends').toHaveProperty('value', '9.99');
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('budget_in_cents')).toBe('999'));
  await user.clear(field);
  await user.type(field, '20');
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('budget_in_cents')).toBe('2000'));
  expect(router.state.location.search).toBe('?budget=20');
  await screen.findByText('No service fits this budget.');
});

it('folds services without a price, and ends the sets where a further service adds nothing', async () => {
  const set = (ids: number[], likely: number) => ({
    medium_provider_ids: ids,
    monthly_in_cents: 999,
    reach: likely,
    likely,
  });
  answer('GET /api/v1/worth', { ...reply, sets: [set([1], 10), set([1, 2], 12), set([1, 2, 3], 12)] });
  renderApp('/worth');
  await screen.findByText('2 services');
  expect(screen.queryByText('3 services')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Max' }).closest('details')?.textContent).toMatch(
    /^Free, of unknown price, or without a title for you/,
  );
  expect(screen.getByRole('heading', { name: /^Hulu/ }).closest('details')).toBeNull();
});
