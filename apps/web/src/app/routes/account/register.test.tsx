import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { mediaPage } from '../../../../test/media.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const services = {
  medium_providers: [
    { id: 1, name: 'Netflix', image: '/n.svg', featured: true, titles: 50 },
    { id: 2, name: 'Hulu', image: '/h.svg', featured: false, titles: 900 },
  ],
  user_medium_provider_ids: [],
};
const genres = {
  user_medium_genres: [
    { id: 1, active: false, medium_genre: { id: 1, title: 'Drama' } },
    { id: 2, active: true, medium_genre: { id: 2, title: 'Horror' } },
  ],
  age_ratings: [],
};
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });

// Step 4 shows the genres too, and the titles to rate follow it.
beforeEach(() => {
  answer('GET /api/v1/user_medium_genres', genres);
  answer('GET /api/v1/media/to_rate', mediaPage([]));
  answer('GET /api/v2/media', mediaPage([]));
});

function answerChecks() {
  answer('GET /api/v1/bot_check/challenge', { provider: 'off' });
  answer('POST /api/v1/users/check_display_name_exists', { valid: true, errors: [] });
  return answer('POST /api/v1/users/check_email_exists', { email_exists: false });
}

async function start() {
  const app = renderApp('/register');
  await screen.findByLabelText('Email');
  return app;
}

async function throughEmail(user: Awaited<ReturnType<typeof start>>['user'], email = 'ada@example.com') {
  await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByLabelText(/I accept/));
  await user.click(screen.getByLabelText('I am 13 or older'));
  await user.click(next());
}

test('the button Next on step 1 of the sign-up is disabled until the boxes for terms and age are ticked', async () => {
  answerChecks();
  const { user } = await start();
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  expect(next().disabled).toBe(true);
  await user.click(screen.getByLabelText(/I accept/));
  expect(next().disabled).toBe(true);
  await user.click(screen.getByLabelText('I am 13 or older'));
  expect(next().disabled).toBe(false);
  await user.click(screen.getByLabelText(/I accept/));
  expect(next().disabled).toBe(true);
});

test('step 1 of the sign-up shows an error for an empty email and for an email that is taken', async () => {
  answerChecks();
  answer('POST /api/v1/users/check_email_exists', ({ body }) => ({
    email_exists: JSON.stringify(body).includes('taken@'),
  }));
  const { user } = await start();
  await throughEmail(user, ' ');
  await screen.findByText('Email is required');
  await user.type(screen.getByLabelText('Email'), 'taken@example.com{Enter}');
  await screen.findByText('Email has already been taken');
});

test('step 1 of the sign-up shows an error when the email cannot be checked', async () => {
  answerChecks();
  answer('POST /api/v1/users/check_email_exists', { status: 500, error: 'internal_error' });
  const { user } = await start();
  await throughEmail(user);
  await screen.findByText('Unknown error trying to verify email existence');
});

test('step 2 of the sign-up shows an error when the display name cannot be checked', async () => {
  answerChecks();
  answer('POST /api/v1/users/check_display_name_exists', { status: 500, error: 'internal_error' });
  const { user } = await start();
  await throughEmail(user);
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  await screen.findByText('Unknown error trying to verify public name existence');
  screen.getByRole('list', { name: 'Step 2 of 4' });
});

test('step 3 of the sign-up stays and shows an error when the account cannot be created', async () => {
  answerChecks();
  answer('POST /users', { status: 500, error: 'internal_error' });
  const { user } = await start();
  await throughEmail(user);
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  await user.type(await screen.findByLabelText('Password'), 'abcdefg1{Enter}');
  await screen.findByText('Unknown error trying to register user');
  screen.getByRole('list', { name: 'Step 3 of 4' });
});

test('the terms open in a dialog, and Accept ticks the box for the terms', async () => {
  answerChecks();
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Terms of Service' }));
  screen.getByRole('dialog', { name: 'Terms of Service' });
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/I accept/).checked).toBe(true);
});

test('a second click on Next in step 3 creates no second account', async () => {
  answerChecks();
  const created = answer('POST /users', { user: makeUser({ signup_step: 4 }) });
  answer('GET /api/v1/user_medium_providers', services);
  const { user, router } = await start();
  await throughEmail(user);
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  await user.type(password, 'abcdef12');
  const { form } = password;
  if (!form) return expect.unreachable();
  fireEvent.submit(form);
  fireEvent.submit(form);
  await screen.findByLabelText('Netflix');
  expect(created).toHaveLength(1);
  await waitFor(() => expect(router.state.location.search).toBe('?step=4'));
});

test('Enter opens the next step, step 3 creates the account and step 4 completes the sign-up', async () => {
  const checked = answerChecks();
  const created = answer('POST /users', { user: makeUser({ signup_step: 4 }) });
  answer('GET /api/v1/user_medium_providers', services);
  const saved = answer('POST /api/v1/user_medium_providers/update_all', services);
  const patched = answer('PATCH /api/v1/user', { user: makeUser() });
  const preferences = answer('POST /api/v1/user_preferences/save', {
    user_preferences: { filter_all_streaming_services: 'false', filter_media_type: 'all' },
  });
  const { user, router } = await start();

  await user.click(screen.getByLabelText(/I accept/));
  await user.click(screen.getByLabelText('I am 13 or older'));
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(password.maxLength).toBe(32);
  expect(next().disabled).toBe(true);
  await user.type(password, 'abcdef1');
  expect(next().disabled).toBe(true);
  await user.type(password, '2{Enter}');
  await user.click(await screen.findByLabelText('Netflix'));
  screen.getByRole('group', { name: 'Featured' });
  screen.getByRole('group', { name: 'Additional' });
  screen.getByText('Your free trial runs until December 21, 2026. It needs no card.');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome/rate'));
  expect(preferences.map((call) => call.body)).toEqual([
    { user_preference: { key: 'filter_all_streaming_services', value: 'false' } },
  ]);
  expect(checked[0]?.body).toEqual({ email: 'ada@example.com', recaptcha: '' });
  expect(created[0]?.body).toEqual({
    user: {
      email: 'ada@example.com',
      display_name: expect.stringMatching(/^Moviegoer/),
      password: 'abcdef12',
    },
  });
  expect(saved[0]?.body).toEqual({ medium_providers_ids: [1] });
  expect(patched.map((call) => call.body)).toEqual([{ user: { signup_step: 5 } }]);
});

test('the password hint is green for a valid password, else red, and an emptied field shows an error', async () => {
  answerChecks();
  const { user } = await start();
  await throughEmail(user);
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  const password = await screen.findByLabelText('Password');
  const hint = screen.getByText('(at least 8 characters and 1 number)');
  expect(hint.className).toContain('bad');
  await user.type(password, 'abcdefg1');
  expect(hint.className).toContain('good');
  await user.clear(password);
  expect(hint.className).toContain('bad');
  screen.getByText('Password is required');
});

test('pasting a password over the limit changes nothing and names the limit, as does a longer value of a password manager', async () => {
  answerChecks();
  const { user } = await start();
  await throughEmail(user);
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  const limit = 'Password must have 8 to 32 characters';
  await user.type(password, 'abc1');
  await user.paste('x'.repeat(29));
  expect(password.value).toBe('abc1');
  screen.getByText(limit);
  await user.paste('x'.repeat(28));
  expect(password.value).toBe(`abc1${'x'.repeat(28)}`);
  expect(screen.queryByText(limit)).toBeNull();
  // A password manager sets the value of the field, which ignores its maximum.
  fireEvent.change(password, { target: { value: `1${'x'.repeat(32)}` } });
  screen.getByText(limit);
  expect(next().disabled).toBe(true);
});

test('the display name is required, and the server’s sentences are shown on separate lines', async () => {
  answerChecks();
  answer('POST /api/v1/users/check_display_name_exists', {
    valid: false,
    errors: ['Too short<br>No letter'],
  });
  const { user } = await start();
  await throughEmail(user);
  await user.clear(await screen.findByLabelText('Public display name'));
  await user.keyboard('{Enter}');
  await screen.findByText('Display name is required');
  await user.type(screen.getByLabelText('Public display name'), '1{Enter}');
  expect((await screen.findByText(/Too short/)).textContent).toBe('Too short\nNo letter');
});

test('an error about the email at account creation returns to step 1 of the sign-up', async () => {
  answerChecks();
  answer('POST /users', {
    status: 422,
    error: 'invalid',
    errors: { email: ['Email has already been taken'] },
  });
  const { user } = await start();
  await throughEmail(user);
  await user.type(await screen.findByLabelText('Public display name'), '{Enter}');
  await user.type(await screen.findByLabelText('Password'), 'abcdefg1{Enter}');
  await screen.findByLabelText('Email');
  screen.getByText('Email has already been taken');
  screen.getByRole('list', { name: 'Step 1 of 4' });
});

test('a reload of the sign-up resumes at the last checked step, and the address cannot skip steps', async () => {
  answerChecks();
  const first = await start();
  await throughEmail(first.user);
  await screen.findByLabelText('Public display name');
  first.unmount();
  renderApp('/register?step=3');
  await screen.findByLabelText('Public display name');
});

test('step 4 of the sign-up offers the streaming services that have fifty titles in the country', async () => {
  const [netflix, hulu] = services.medium_providers;
  answer('GET /api/v1/user_medium_providers', {
    medium_providers: [
      netflix,
      hulu,
      { id: 3, name: 'Tiny', image: '/t.svg', featured: false, titles: 49 },
    ].flatMap((service) => service ?? []),
    user_medium_provider_ids: [],
  });
  startSession(makeUser({ signup_step: 4 }));
  renderApp('/');
  await screen.findByLabelText('Netflix');
  screen.getByLabelText('Hulu');
  expect(screen.queryByLabelText('Tiny')).toBeNull();
});

test('a user with a sign-up step below 5 sees step 4, and a step below 4 is raised to 4', async () => {
  answer('GET /api/v1/user_medium_providers', services);
  const patched = answer('PATCH /api/v1/user', { user: makeUser({ signup_step: 4 }) });
  startSession(makeUser({ signup_step: 2 }));
  renderApp('/register?step=1');
  await screen.findByLabelText('Hulu');
  await waitFor(() => expect(patched[0]?.body).toEqual({ user: { signup_step: 4 } }));
});

test('step 4 of the sign-up shows an error and stays when the streaming services cannot be saved', async () => {
  answer('GET /api/v1/user_medium_providers', services);
  answer('POST /api/v1/user_medium_providers/update_all', { status: 500, error: 'internal_error' });
  startSession(makeUser({ signup_step: 4 }));
  const { user } = renderApp('/');
  await user.click(await screen.findByLabelText('Netflix'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Unknown error trying to update providers');
  expect(screen.getByLabelText<HTMLInputElement>('Netflix').checked).toBe(true);
});

test('step 4 of the sign-up saves the genres that were picked with the streaming services', async () => {
  answer('GET /api/v1/user_medium_providers', services);
  answer('POST /api/v1/user_medium_providers/update_all', services);
  const saved = answer('POST /api/v1/user_medium_genres/update_all', {
    status: 500,
    error: 'internal_error',
  });
  const patched = answer('PATCH /api/v1/user', { user: makeUser() });
  startSession(makeUser({ signup_step: 4 }));
  const { user, router } = renderApp('/register?step=4');
  await user.click(await screen.findByLabelText('Drama'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Unknown error trying to update genres');
  expect(screen.getByLabelText<HTMLInputElement>('Drama').checked).toBe(true);
  expect(patched, 'the sign-up is complete once everything is saved').toHaveLength(0);

  answer('POST /api/v1/user_medium_genres/update_all', genres);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome/rate'));
  expect(saved.map(({ body }) => body)).toEqual([{ genres_ids: [2, 1] }]);
});

test('step 2 of the sign-up suggests a display name that says nothing about the visitor', async () => {
  const checked = answerChecks();
  const names = answer('POST /api/v1/users/check_display_name_exists', { valid: true, errors: [] });
  const { user } = await start();
  await throughEmail(user, 'ada.lovelace+tv@example.com');
  const name = await screen.findByLabelText<HTMLInputElement>('Public display name');
  const { value } = name;
  expect(value).toMatch(/^Moviegoer\d{4}$/);
  expect([name.selectionStart, name.selectionEnd], 'typing replaces it').toEqual([0, value.length]);
  await user.click(next());
  await screen.findByLabelText('Password');
  expect(names[0]?.body).toEqual({ display_name: value });
  expect(checked).toHaveLength(1);
});

test('/register redirects a user with a completed wizard to /', async () => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  startSession(makeUser({ trial_or_subscribed: false }));
  const { router } = renderApp('/register');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('Back from the titles to rate shows the streaming services again', async () => {
  answer('GET /api/v1/user_medium_providers', services);
  answer('POST /api/v1/user_medium_providers/update_all', services);
  answer('PATCH /api/v1/user', { user: makeUser() });
  startSession(makeUser({ signup_step: 4 }));
  const { user, router } = renderApp('/register?step=4');
  await screen.findByLabelText('Hulu');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome/rate'));
  await router.navigate(-1);
  await screen.findByLabelText('Hulu');
});

test('the filter "All streaming services" stays on when no streaming service is selected', async () => {
  answer('GET /api/v1/user_medium_providers', services);
  answer('POST /api/v1/user_medium_providers/update_all', services);
  answer('PATCH /api/v1/user', { user: makeUser() });
  startSession(makeUser({ signup_step: 4 }));
  const { user, router } = renderApp('/register?step=4');
  await screen.findByLabelText('Hulu');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome/rate'));
});

test('step 4 of the sign-up opens the redirect target instead of the titles to rate when a redirect target is stored', async () => {
  localStorage.setItem('redirect_to', '/search?query=x');
  answer('GET /api/v1/user_medium_providers', services);
  answer('POST /api/v1/user_medium_providers/update_all', services);
  answer('PATCH /api/v1/user', { user: makeUser() });
  startSession(makeUser({ signup_step: 4 }));
  const { user, router } = renderApp('/register?step=4');
  await screen.findByLabelText('Hulu');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
});

test('Finish later keeps the session and the redirect target, and links to the streaming services', async () => {
  localStorage.setItem('redirect_to', '/my_lists');
  answer('GET /api/v1/user_medium_providers', services);
  startSession(makeUser({ signup_step: 4 }));
  const { user } = renderApp('/');
  await user.click(await screen.findByRole('link', { name: 'Finish later' }));
  screen.getByRole('heading', { name: 'Your account is ready' });
  expect(localStorage.getItem('access_token')).toBe('token-of-a-member');
  await waitFor(() => expect(localStorage.getItem('redirect_to')).toBe('/my_lists'));
  await user.click(screen.getByRole('link', { name: 'Choose streaming services' }));
  await screen.findByLabelText('Netflix');
});

test('after Finish later, the button Continue without choosing opens the redirect target', async () => {
  localStorage.setItem('redirect_to', '/my_lists');
  const patched = answer('PATCH /api/v1/user', { user: makeUser() });
  startSession(makeUser({ signup_step: 4 }));
  const { user, router } = renderApp('/register?later=true');
  await user.click(await screen.findByRole('button', { name: 'Continue without choosing' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/my_lists'));
  expect(patched[0]?.body).toEqual({ user: { signup_step: 5 } });
});

test('Back on step 2 of the sign-up shows step 1', async () => {
  answerChecks();
  const { user, router } = await start();
  await throughEmail(user);
  await screen.findByLabelText('Public display name');
  await router.navigate(-1);
  await screen.findByLabelText('Email');
});
