import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api } from '#src/lib/http/api.ts';
import { saveRedirect } from '#src/lib/session/redirect-to.ts';
import { readSession, startSession } from '#src/lib/session/session.ts';
import { arriveWithToken, renderApp } from '../../test/render-app.tsx';
import { answer, makeUser } from '../../test/server.ts';
import { expectConsoleError } from '../../test/setup.ts';

const plans = { plans: [], trial_days: 30 };
const challenge = { provider: 'off' as const };

test.each([401, 403])('a reply with %d removes the token and opens the landing page', async (status) => {
  answer('GET /api/v1/plans', plans);
  answer('GET /api/v1/user_medium_genres', { status, error: status === 401 ? 'unauthorized' : 'forbidden' });
  startSession(makeUser());
  const { router } = renderApp('/faq');
  await screen.findByRole('heading', { name: 'Questions and answers' });
  await expect(api('GET /api/v1/user_medium_genres')).rejects.toThrow();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(readSession().state).toBe('visitor');
});

test('a reply with 402 reloads the user and redirects to the plans when the plan has ended', async () => {
  answer('GET /api/v1/plans', plans);
  answer('GET /api/v1/user', { user: makeUser({ trial_or_subscribed: false }) });
  answer('GET /api/v1/people', { status: 402, error: 'subscription_required' });
  startSession(makeUser());
  renderApp('/faq');
  await screen.findByRole('navigation', { name: 'Main' });
  await expect(api('GET /api/v1/people')).rejects.toThrow();
  await waitFor(() => expect(readSession().state).toBe('plans'));
});

test('a stored token is removed when its user cannot be fetched', async () => {
  expectConsoleError(/The user could not be loaded/);
  answer('GET /api/v1/user', { status: 404, error: 'not_found' });
  arriveWithToken('token-of-nobody');
  await waitFor(() => expect(readSession().state).toBe('visitor'));
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('the fetch of the user is retried after a transient failure', async () => {
  let calls = 0;
  answer('GET /api/v1/user', () =>
    ++calls === 1 ? { status: 503, error: 'unavailable' } : { user: makeUser() },
  );
  arriveWithToken('token-of-a-member');
  await waitFor(() => expect(readSession().state).toBe('member'));
  expect(calls).toBe(2);
});

test.each(['/discover', '/discover?all_streaming=false&media_type=series'])(
  'a visitor at %s sees the login, and the address becomes the redirect target',
  async (address) => {
    answer('GET /api/v1/bot_check/challenge', challenge);
    const { router } = renderApp(address);
    await screen.findByRole('button', { name: 'Log in' });
    await waitFor(() => expect(localStorage.getItem('redirect_to')).toBe(address));
    expect(router.state.location.pathname + router.state.location.search).toBe(address);
  },
);

test('a user in the wizard is redirected to the wizard, and a user without a plan to the plans', async () => {
  answer('GET /api/v1/plans', plans);
  answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: [] });
  answer('GET /api/v1/user_medium_genres', { user_medium_genres: [], age_ratings: [] });
  startSession(makeUser({ signup_step: 4 }));
  const wizard = renderApp('/discover');
  await waitFor(() => expect(wizard.router.state.location.pathname).toBe('/register'));
  await screen.findByRole('form', { name: 'Streaming services' });
  startSession(makeUser({ trial_or_subscribed: false }));
  await waitFor(() => expect(wizard.router.state.location.pathname).toBe('/'));
  await screen.findByRole('heading', { name: 'Plans and prices' });
  const member = renderApp('/discover');
  await waitFor(() => expect(member.router.state.location.pathname).toBe('/plans'));
});

test('a member is redirected to the redirect target once', async () => {
  answer('GET /api/v1/bot_check/challenge', challenge);
  answer('GET /api/v1/plans', plans);
  answer('POST /users/sign_in', { user: makeUser() });
  saveRedirect('/faq');
  const { router, user } = renderApp('/login');
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret123');
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
  await waitFor(() => expect(localStorage.getItem('redirect_to')).toBeNull());
});

test('a share link as redirect target joins the list and opens My Lists', async () => {
  answer('GET /api/v1/plans', plans);
  const joined = answer('POST /api/v1/user_lists/{id}/shared_link', { status: 404, error: 'not_found' });
  expectConsoleError(/could not be joined/);
  saveRedirect('/my_lists/share/abc');
  startSession(makeUser());
  renderApp('/faq');
  await waitFor(() => expect(joined).toHaveLength(1));
  expect(joined[0]?.url.pathname).toBe('/api/v1/user_lists/abc/shared_link');
  await waitFor(() => expect(localStorage.getItem('redirect_to')).toBeNull());
});
