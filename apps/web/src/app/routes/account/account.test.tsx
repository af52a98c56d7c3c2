import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession, startSession } from '#src/lib/session/session.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';
import { expectConsoleError } from '../../../../test/setup.ts';

test('Login is disabled until the bot check loads, and the form shows an error when the check cannot load', async () => {
  expectConsoleError(/bot check/);
  let up = false;
  answer('GET /api/v1/bot_check/challenge', () =>
    up ? { provider: 'off' } : { status: 404, error: 'not_found' },
  );
  const { user } = renderApp('/login');
  const login = await screen.findByRole<HTMLButtonElement>('button', { name: 'Log in' });
  expect(login.disabled).toBe(true);
  await screen.findByText(/^The robot check is not loaded/);
  expect(login.disabled).toBe(true);
  up = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(login.disabled).toBe(false));
});

test('pressing Enter before the bot check is ready waits for the check and logs in once', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  answer('GET /api/v1/bot_check/challenge', async () => {
    await arrived;
    return { provider: 'off' };
  });
  const sent = answer('POST /users/sign_in', { user: makeUser() });
  const { user } = renderApp('/login');
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'popcorn1{Enter}{Enter}');
  expect(sent).toHaveLength(0);
  arrive();
  await waitFor(() => expect(readSession().state).toBe('member'));
  expect(sent).toHaveLength(1);
});

test('the login requires email and password, and shows the server’s message after a failure', async () => {
  answer('GET /api/v1/bot_check/challenge', { provider: 'off' });
  answer('POST /users/sign_in', {
    status: 422,
    error: 'invalid_credentials',
    message: 'Invalid email or password.',
  });
  const { user } = renderApp('/login');
  const login = await screen.findByRole<HTMLButtonElement>('button', { name: 'Log in' });
  await waitFor(() => expect(login.disabled).toBe(false));
  await user.click(login);
  screen.getByText('Email is required');
  screen.getByText('Password is required');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  await screen.findByText('Invalid email or password.');
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register');
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
});

test.each([
  ['201', { message: 'ok' }, 'Email sent! Please check your email inbox.'],
  ['406', { status: 406, error: 'not_permitted' as const }, 'Email sent! Please check your email inbox.'],
  ['422', { status: 422, error: 'email_not_found' as const }, 'Email not found'],
  [
    '500',
    { status: 500, error: 'internal_error' as const },
    'Unknown error trying to request password reset',
  ],
])(
  '/users/password/forgot shows the result of a reset request that is answered with %s',
  async (_, reply, sentence) => {
    answer('POST /users/password', reply);
    const { user } = renderApp('/users/password/forgot');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}');
    await screen.findByText(sentence);
  },
);

test.each([
  [
    'a token error',
    { reset_password_token: ['Reset password token is invalid'] },
    'Reset password token is invalid',
  ],
  ['an unknown error', undefined, 'Unknown error trying to reset password'],
])('/forgot-password shows an error when the reset fails with %s', async (_, errors, sentence) => {
  answer(
    'PATCH /users/password',
    errors ? { status: 422, error: 'invalid', errors } : { status: 500, error: 'internal_error' },
  );
  const { user } = renderApp('/forgot-password?reset_password_token=abc');
  await user.type(await screen.findByLabelText('New password'), 'abcdefg1');
  await user.type(screen.getByLabelText('Repeat password'), 'abcdefg2{Enter}');
  screen.getByText('Password must match with confirmation');
  await user.type(screen.getByLabelText('Repeat password'), '{Backspace}1{Enter}');
  await screen.findByText(sentence);
  expect(document.title).toBe(`${errors ? 'Reset link no longer works' : 'Reset password'} · Marquee`);
});

test('/users/password/edit confirms a successful reset', async () => {
  const sent = answer('PATCH /users/password', null);
  const { user } = renderApp('/users/password/edit?reset_password_token=abc');
  await user.type(await screen.findByLabelText('New password'), 'abcdefg1');
  await user.type(screen.getByLabelText('Repeat password'), 'abcdefg1{Enter}');
  await screen.findByText('Password was reset successfully.');
  expect(sent[0]?.body).toEqual({
    user: { reset_password_token: 'abc', password: 'abcdefg1', password_confirmation: 'abcdefg1' },
  });
});

test('/delete_account requires a valid email when the caller is a visitor, and shows the server’s message', async () => {
  answer('POST /api/v1/user/delete_account', { message: 'We have sent you a mail.' });
  const { user } = renderApp('/delete_account');
  await user.type(await screen.findByLabelText('Email of the account'), 'ada{Enter}');
  screen.getByText('Email is invalid');
  await user.type(screen.getByLabelText('Email of the account'), '@example.com{Enter}');
  await screen.findByText('We have sent you a mail.');
});

test('/delete_account asks a user to confirm, ends the session and opens the landing page', async () => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  const destroyed = answer('POST /api/v1/users/destroy', { message: 'Gone.' });
  startSession(makeUser());
  const { user, router } = renderApp('/delete_account');
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  expect(destroyed).toHaveLength(0);
  const last = await screen.findByRole('button', { name: 'Delete for good' });
  // Clicks twice before React renders the busy state.
  act(() => {
    last.click();
    last.click();
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(destroyed, 'a double click sends one call').toHaveLength(1);
  expect(destroyed[0]?.token).toBe('Bearer token-of-a-member');
  expect(localStorage.getItem('access_token')).toBeNull();
  await screen.findByText(/^Your account is deleted/);
});

test('/delete_account asks for the password when the session is old, and then deletes', async () => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  startSession(makeUser());
  const destroyed = answer('POST /api/v1/users/destroy', { status: 422, error: 'password_needed' });
  const { user } = renderApp('/delete_account');
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  await user.type(await screen.findByLabelText('Password'), 'popcorn4two');
  const confirmed = answer('POST /api/v1/users/password_confirmation', { valid: true });
  const again = answer('POST /api/v1/users/destroy', { message: 'Your account was deleted.' });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/^Your account is deleted/);
  expect(confirmed[0]?.body).toEqual({ user: { password: 'popcorn4two' } });
  expect([destroyed.length, again.length]).toEqual([1, 1]);
});

test('/confirm_delete_account deletes the account only after a click on the button, and then logs out', async () => {
  const confirmed = answer('POST /api/v1/user/confirm_delete_account', {
    message: 'Your account is deleted.',
  });
  startSession(makeUser());
  const { user } = renderApp('/confirm_delete_account?code=abc&email=ada%40example.com');
  await screen.findByText(/^This deletes the account of ada@example\.com\. .* This cannot be undone\.$/);
  const button = await screen.findByRole('button', { name: 'Delete my account for good' });
  expect(confirmed).toHaveLength(0);
  await user.click(button);
  await screen.findByText('Your account is deleted.');
  expect(confirmed[0]?.body).toEqual({ user: { email: 'ada@example.com' }, code: 'abc' });
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('/logout removes the token and the redirect target', async () => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  const ended = answer('POST /users/sign_out', null);
  startSession(makeUser());
  const { router } = renderApp('/logout');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(ended[0]?.token).toBe('Bearer token-of-a-member');
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('/logout removes the token also when the server fails', async () => {
  expectConsoleError(/The session could not be ended at the server/);
  answer('POST /users/sign_out', { status: 500, error: 'internal_error' });
  startSession(makeUser());
  const { router } = renderApp('/logout');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(localStorage.getItem('access_token')).toBeNull();
});
