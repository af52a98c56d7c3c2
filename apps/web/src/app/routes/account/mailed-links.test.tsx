import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readSession, startSession } from '#src/lib/session/session.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const press = (user: UserEvent, name: string) => screen.findByRole('button', { name }).then(user.click);
const CONFIRM = 'Confirm my address';
const RESTORE = 'Restore this address';

test.each([
  ['/confirm_email?code=abc', CONFIRM],
  ['/restore_email?code=abc', RESTORE],
  ['/confirm_delete_account?code=abc&email=ada@example.com', 'Delete my account for good'],
])('opening %s sends nothing before a click', async (address, button) => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  renderApp(address);
  await screen.findByRole('button', { name: button });
});

test('/confirm_email sends the code once and shows the confirmed address', async () => {
  const sent = answer('POST /api/v1/users/confirm_email', { message: 'ok' });
  answer('GET /api/v1/user', { user: makeUser({ email: 'grace@example.com' }) });
  startSession(makeUser({ email_verified: false, pending_email: 'grace@example.com' }));
  const { user } = renderApp('/confirm_email?code=abc');
  await press(user, CONFIRM);
  await screen.findByText('Marquee now sends its emails to grace@example.com.');
  expect(sent.map(({ body }) => body)).toEqual([{ code: 'abc' }]);
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
  expect(document.title).toBe('Email address confirmed · Marquee');
});

test('/confirm_email sends the code once for a double click', async () => {
  const sent = answer('POST /api/v1/users/confirm_email', { message: 'ok' });
  renderApp('/confirm_email?code=abc');
  const button = await screen.findByRole('button', { name: CONFIRM });
  // Both clicks come before the button is drawn as busy.
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
  expect(sent).toHaveLength(1);
});

test('/confirm_email confirms the address of a visitor', async () => {
  answer('POST /api/v1/users/confirm_email', { message: 'ok' });
  const { user } = renderApp('/confirm_email?code=abc');
  await press(user, CONFIRM);
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
});

test('/confirm_email shows success when the code is used and the address of the user is confirmed', async () => {
  answer('POST /api/v1/users/confirm_email', { status: 422, error: 'invalid_code' });
  answer('GET /api/v1/user', { user: makeUser() });
  startSession(makeUser());
  const { user } = renderApp('/confirm_email?code=abc');
  await press(user, CONFIRM);
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
});

test('/confirm_email with an expired code offers to send another link, and sends the link after a click', async () => {
  answer('POST /api/v1/users/confirm_email', { status: 422, error: 'invalid_code' });
  answer('GET /api/v1/user', { user: makeUser({ email_verified: false }) });
  const resent = answer('POST /api/v1/users/resend_confirmation', { message: 'ok' });
  startSession(makeUser({ email_verified: false }));
  const { user } = renderApp('/confirm_email?code=abc');
  await press(user, CONFIRM);
  await screen.findByText('This link no longer works.');
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await waitFor(() => expect(resent).toHaveLength(1));
});

test('/confirm_email offers to try again when the server does not answer', async () => {
  let isUp = false;
  answer('POST /api/v1/users/confirm_email', () => (isUp ? { message: 'ok' } : 'no answer'));
  const { user } = renderApp('/confirm_email?code=abc');
  await press(user, CONFIRM);
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
});

test.each(['/confirm_email', '/restore_email'])(
  '%s without a code sends no call and says that the link is incomplete',
  async (address) => {
    renderApp(address);
    await screen.findByText('This link is incomplete.');
  },
);

test('/restore_email ends the session and explains the next step', async () => {
  const sent = answer('POST /api/v1/users/restore_email', { message: 'ok' });
  startSession(makeUser());
  const { user } = renderApp('/restore_email?code=abc');
  await press(user, RESTORE);
  await screen.findByRole('heading', { name: 'Your old address is back' });
  expect(sent.map(({ body }) => body)).toEqual([{ code: 'abc' }]);
  expect(readSession().state).toBe('visitor');
  expect(document.title).toBe('Email address restored · Marquee');
});

test('/restore_email with a used code shows that the link no longer works', async () => {
  answer('POST /api/v1/users/restore_email', { status: 422, error: 'invalid_code' });
  const { user } = renderApp('/restore_email?code=abc');
  await press(user, RESTORE);
  await screen.findByText('This link no longer works.');
});

test.each([
  ['/confirm_email?code=old', 'Confirmation link no longer works', CONFIRM],
  ['/confirm_email', 'Incomplete confirmation link'],
  ['/restore_email?code=old', 'Restore link no longer works', RESTORE],
  ['/restore_email', 'Incomplete restore link'],
  ['/confirm_delete_account', 'Incomplete deletion link'],
  ['/users/password/edit?reset_password_token=', 'Incomplete reset link'],
  ['/accept_list/old', 'Invitation no longer open'],
] as [string, string, string?][])(
  'the dead link %s has the document title %s',
  async (address, title, button) => {
    answer('POST /api/v1/users/confirm_email', { status: 422, error: 'invalid_code' });
    answer('POST /api/v1/users/restore_email', { status: 422, error: 'invalid_code' });
    answer('GET /api/v1/invitations/{code}', { status: 404, error: 'not_found' });
    answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
    const { user } = renderApp(address);
    if (button) await press(user, button);
    await waitFor(() => expect(document.title).toBe(`${title} · Marquee`));
  },
);

test('a deletion link whose code is no longer valid says so in the document title, and leads to a new one', async () => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  answer('POST /api/v1/user/confirm_delete_account', { status: 422, error: 'invalid_code' });
  const { user } = renderApp('/confirm_delete_account?code=old&email=ada@example.com');
  await user.click(await screen.findByRole('button', { name: 'Delete my account for good' }));
  await waitFor(() => expect(document.title).toBe('Deletion link no longer works · Marquee'));
  screen.getByRole('link', { name: 'Request a new link' });
});
