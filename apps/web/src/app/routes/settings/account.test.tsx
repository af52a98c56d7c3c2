import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readSession, startSession } from '#src/lib/session/session.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

beforeEach(() => {
  answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: [] });
  answer('GET /api/v1/user_medium_genres', { user_medium_genres: [], age_ratings: [] });
  answer('GET /api/v1/user_preferences', {
    user_preferences: makeUser().preferences,
    critical_rating_sources: ['none'],
  });
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
});

async function openDialog(button: string, part: Parameters<typeof makeUser>[0] = {}) {
  startSession(makeUser(part));
  const app = renderApp('/settings');
  await app.user.click(await screen.findByRole('button', { name: button }));
  return { ...app, dialog: within(await screen.findByRole('dialog')) };
}

test('Save of the account form is disabled until a field changes, and sends only changed, trimmed fields', async () => {
  const saved = makeUser({ first_name: 'Grace', phone_number: '5035550142' });
  const sent = answer('PUT /api/v1/user', { user: saved });
  const { user, dialog } = await openDialog('Edit account', { first_name: 'Ada', last_name: 'Lovelace' });
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const first = dialog.getByLabelText('First name');
  expect(save.disabled).toBe(true);
  await user.type(first, '  ');
  expect(save.disabled).toBe(true);
  await user.clear(first);
  await user.type(first, ' Grace ');
  expect(save.disabled).toBe(false);
  await user.selectOptions(dialog.getByLabelText('Gender'), 'female');
  fireEvent.change(dialog.getByLabelText('Birthdate'), { target: { value: '1906-12-09' } });
  const phone = dialog.getByLabelText('Phone number');
  expect(phone).toHaveProperty('maxLength', 10);
  await user.click(phone);
  await user.paste('+1 (503) 555-0142');
  expect(phone).toHaveProperty('value', '5035550142');
  await user.clear(phone);
  await user.type(phone, '503-555-01429');
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[0]?.body).toEqual({
    user: { first_name: 'Grace', gender: 'female', birthdate: '1906-12-09', phone_number: '5035550142' },
  });
  await screen.findByText('Grace');
});

test('the account form shows an error for an empty email, and the server’s error about the email at the field', async () => {
  const sent = answer('PUT /api/v1/user', {
    status: 422,
    error: 'invalid',
    errors: { email: ['Email has already been taken'] },
  });
  const { user, dialog } = await openDialog('Edit account');
  const email = dialog.getByLabelText('Email');
  await user.clear(email);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Email is required');
  expect(sent).toHaveLength(0);
  await user.type(email, 'grace@example.com');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Password is required');
  answer('POST /api/v1/users/password_confirmation', { valid: true });
  await user.type(dialog.getByLabelText('Current password'), 'secret123{Enter}');
  await dialog.findByText('Email has already been taken');
  expect(email.getAttribute('aria-invalid')).toBe('true');
});

test('a change of the email is refused with a wrong password, and saved with the right password', async () => {
  let isRight = false;
  answer('POST /api/v1/users/password_confirmation', () =>
    isRight ? { valid: true } : { status: 422, error: 'wrong_password' },
  );
  const sent = answer('PUT /api/v1/user', { user: makeUser({ pending_email: 'grace@example.com' }) });
  const { user, dialog } = await openDialog('Edit account');
  await user.clear(dialog.getByLabelText('Email'));
  await user.type(dialog.getByLabelText('Email'), 'grace@example.com');
  await user.type(dialog.getByLabelText('Current password'), 'secret123{Enter}');
  await dialog.findByText('Wrong password');
  expect(sent).toHaveLength(0);
  isRight = true;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Open the link that we sent to grace@example.com to finish the change.');
  expect(sent[0]?.body).toEqual({ user: { email: 'grace@example.com' } });
  screen.getByText('Your address changes to grace@example.com when you open the link that we sent there.');
});

test('a user with a pending address can send the confirmation link again and keep the current address', async () => {
  const resent = answer('POST /api/v1/users/resend_confirmation', { message: 'ok' });
  const kept = answer('PUT /api/v1/user', { user: makeUser({ email_verified: false }) });
  startSession(makeUser({ email_verified: false, pending_email: 'grace@example.com' }));
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
  await screen.findByText('The link is on its way to grace@example.com.');
  expect(resent).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Keep the current address' }));
  await screen.findByText(/^Not confirmed yet\./);
  expect(kept[0]?.body).toEqual({ user: { email: 'ada@example.com' } });
});

test('Sign out everywhere asks for confirmation, then ends this session and every token of the user', async () => {
  const ended = answer('POST /users/sign_out', null);
  const { user, router } = await openDialog('Sign out everywhere');
  expect(ended).toHaveLength(0);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(ended.map(({ body }) => body)).toEqual([{ everywhere: true }]);
  expect(readSession().state).toBe('visitor');
});

test('a birthdate is refused and not sent when it is less than 13 years ago', async () => {
  const sent = answer('PUT /api/v1/user', { user: makeUser() });
  const { user, dialog } = await openDialog('Edit account');
  const year = new Date().getUTCFullYear() - 12;
  fireEvent.change(dialog.getByLabelText('Birthdate'), { target: { value: `${year}-01-01` } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Birthdate must be at least 13 years ago');
  expect(sent).toHaveLength(0);
});

test('the account form shows an error when saving fails', async () => {
  answer('PUT /api/v1/user', { status: 500, error: 'internal_error' });
  const { user, dialog } = await openDialog('Edit account');
  await user.type(dialog.getByLabelText('Last name'), 'Hopper{Enter}');
  await dialog.findByText('Unknown error while trying to update user');
});

test('the referral question is shown until it is answered, and Other requires details', async () => {
  const sent = answer('POST /api/v1/referral_sources', {
    referral_source: { referral_source: 8, details: 'At the pictures' },
  });
  const { user, dialog } = await openDialog('Tell us how you heard about us', {
    pending_referral_source: true,
  });
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  const sources = dialog
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels }) => labels?.[0]?.textContent);
  expect(sources).toEqual([
    'Facebook',
    'Instagram',
    'Google',
    'TikTok',
    'SnapChat',
    'Weekly Mailing List',
    'Friend/Family',
    'Other',
  ]);
  expect(send.disabled).toBe(true);
  await user.click(dialog.getByRole('radio', { name: 'Friend/Family' }));
  expect(send.disabled).toBe(false);
  await user.click(dialog.getByRole('radio', { name: 'Other' }));
  const details = dialog.getByLabelText<HTMLInputElement>('Please specify');
  expect(details.maxLength).toBe(255);
  await user.type(details, 'abc');
  expect(send.disabled).toBe(true);
  await user.clear(details);
  await user.type(details, ' At the pictures ');
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[0]?.body).toEqual({ referral_source: { referral_source: 8, details: 'At the pictures' } });
  expect(screen.queryByText('How did you hear about us?')).toBeNull();
});

test('the referral dialog shows an error when the answer cannot be sent', async () => {
  answer('POST /api/v1/referral_sources', { status: 500, error: 'internal_error' });
  const { user, dialog } = await openDialog('Tell us how you heard about us', {
    pending_referral_source: true,
  });
  await user.click(dialog.getByRole('radio', { name: 'Google' }));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByText('Unknown error while trying to send your response.');
});

test.each([
  ['a wrong password', { status: 422, error: 'wrong_password' as const }, 'Wrong password'],
  [
    'an unknown error',
    { status: 500, error: 'internal_error' as const },
    'Unknown error validating password',
  ],
])('after %s, the deletion stays at the password and shows an error', async (_, reply, sentence) => {
  answer('POST /api/v1/users/password_confirmation', reply);
  const { user, dialog } = await openDialog('Delete my account');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await user.type(dialog.getByLabelText('Password'), 'not mine 1{Enter}');
  await dialog.findByText(sentence);
  expect(screen.queryByRole('button', { name: 'Delete for good' })).toBeNull();
});

test('a deletion with password and confirmation ends the session and removes the redirect target', async () => {
  const asked = answer('POST /api/v1/users/password_confirmation', { valid: true });
  let fails = true;
  const destroyed = answer('POST /api/v1/users/destroy', () =>
    fails ? { status: 500, error: 'internal_error' } : { message: 'Gone.' },
  );
  const { user, router, dialog } = await openDialog('Delete my account');
  await user.type(dialog.getByLabelText('Password'), 'secret123{Enter}');
  const yes = await screen.findByRole('button', { name: 'Delete for good' });
  expect(asked[0]?.body).toEqual({ user: { password: 'secret123' } });
  expect(destroyed).toHaveLength(0);
  await user.click(yes);
  await screen.findByText('Unknown error trying to delete your account');
  fails = false;
  await user.click(yes);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(readSession().state).toBe('visitor');
  expect(localStorage.getItem('access_token')).toBeNull();
  await waitFor(() => expect(localStorage.getItem('redirect_to')).toBeNull());
  await screen.findByText(/^Your account is deleted/);
});

test('Submit requires more than four characters of feedback, and then shows thanks and the button New feedback', async () => {
  const sent = answer('POST /api/v1/feedback', { message: 'ok' });
  startSession(makeUser());
  const { user, router } = renderApp('/settings');
  await user.click(await screen.findByRole('tab', { name: 'Feedback' }));
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });
  expect(router.state.location.search).toBe('?tab=feedback');
  await user.type(screen.getByRole('textbox'), 'four    ');
  expect(submit.disabled).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Options' }));
  await user.click(screen.getByRole('tab', { name: 'Feedback' }));
  await user.type(screen.getByRole('textbox'), 'and five');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const again = await screen.findByRole('button', { name: 'New feedback' });
  expect(document.activeElement).toBe(again);
  expect(sent[0]?.body).toEqual({ feedback: { content: 'four    and five' } });
  await user.click(again);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  expect(sent).toHaveLength(1);
});

test('the feedback form shows an error and keeps the text when sending fails', async () => {
  answer('POST /api/v1/feedback', { status: 500, error: 'internal_error' });
  startSession(makeUser());
  const { user } = renderApp('/settings?tab=feedback');
  await user.type(await screen.findByRole('textbox'), 'Lovely');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('Unknown error trying to send feedback');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Lovely');
});
