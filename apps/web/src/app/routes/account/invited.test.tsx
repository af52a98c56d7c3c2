import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer } from '../../../../test/server.ts';
import { expectConsoleError } from '../../../../test/setup.ts';

const invitation = {
  email: 'bob@example.com',
  inviter_name: 'Ada',
  list_name: 'Rainy Sundays',
  has_account: false,
};
const target = () => localStorage.getItem('redirect_to');

beforeEach(() => {
  answer('GET /api/v1/bot_check/challenge', { provider: 'off' });
});

test('an invited visitor without an account sees the sign-up with the invited email, and the list becomes the redirect target', async () => {
  answer('GET /api/v1/invitations/{code}', { invitation });
  answer('POST /api/v1/users/check_email_exists', { email_exists: false });
  const { router, user } = renderApp('/accept_list/abc');
  await screen.findByText('Ada invites you to the list “Rainy Sundays”');
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('bob@example.com');
  await user.click(screen.getByLabelText(/I accept/));
  await user.click(screen.getByLabelText('I am 13 or older'));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByLabelText('Public display name');
  expect(router.state.location.pathname).toBe('/accept_list/abc');
  expect(target()).toBe('/accept_list/abc');
});

test('an invited visitor with an account sees the login for the invited address', async () => {
  answer('GET /api/v1/invitations/{code}', { invitation: { ...invitation, has_account: true } });
  renderApp('/reject_list/abc');
  await screen.findByRole('button', { name: 'Log in' });
  screen.getByText('bob@example.com');
  expect(target()).toBe('/reject_list/abc');
});

test('the invitation page says that an invitation is no longer open, and removes the redirect target', async () => {
  answer('GET /api/v1/invitations/{code}', { status: 404, error: 'not_found' });
  expectConsoleError(/404/);
  renderApp('/accept_list/abc');
  await screen.findByText('This invitation is no longer open.');
  await waitFor(() => expect(target()).toBeNull());
});
