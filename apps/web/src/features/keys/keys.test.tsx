import type { PersonalKey } from '@marquee/contracts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { pagination } from '../../../test/media.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { answer, makeUser } from '../../../test/server.ts';

const key: PersonalKey = {
  id: 4,
  name: 'Home server',
  scopes: ['read'],
  prefix: 'mq_a1b2',
  created_at: '2026-11-20T09:00:00.000Z',
  last_used_on: null,
  expires_on: null,
};
const secret = `mq_${'a'.repeat(43)}`;

function open(keys: PersonalKey[] = []) {
  answer('GET /api/v1/keys', () => ({ keys }));
  answer('GET /api/v1/watch_hook', { watch_hook: null });
  answer('GET /api/v1/watch_hook/events', { events: [], pagination: pagination(0) });
  startSession(makeUser());
  return renderApp('/settings?tab=connections');
}

test('a member makes a key for a script, and sees and copies it this once', async () => {
  const sent = answer('POST /api/v1/keys', { key, secret });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Make a key' }));
  screen.getByText('Please enter a name, such as “Home server”.');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Home server');
  await user.click(screen.getByRole('radio', { name: 'A script that also rates, marks and saves titles' }));
  await user.click(screen.getByRole('button', { name: 'Make a key' }));
  await screen.findByText(secret);
  expect(sent[0]?.body).toEqual({
    key: { name: 'Home server', scopes: ['read', 'write'], expires_on: null },
  });
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(screen.getByRole('button', { name: 'Copy line' }));
  expect(await navigator.clipboard.readText()).toContain(`"Authorization: Bearer ${secret}"`);
});

test('a key for readers is shown as the addresses that contain it', async () => {
  answer('POST /api/v1/keys', { key: { ...key, scopes: ['feed'] }, secret });
  const { user } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Reader');
  await user.click(
    screen.getByRole('radio', { name: 'Addresses for calendars, readers and collection managers' }),
  );
  await user.click(screen.getByRole('button', { name: 'Make a key' }));
  await user.click(await screen.findByRole('button', { name: 'Copy address of Watch Later' }));
  expect(await navigator.clipboard.readText()).toBe(
    new URL(`/feeds/${secret}/watch_later.json`, location.origin).href,
  );
});

test('an older session confirms the password before a key is made', async () => {
  let isConfirmed = false;
  answer('POST /api/v1/keys', () =>
    isConfirmed ? { key, secret } : { status: 422, error: 'password_needed' },
  );
  answer('POST /api/v1/users/password_confirmation', () => {
    isConfirmed = true;
    return { valid: true };
  });
  const { user } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Home server');
  await user.click(screen.getByRole('button', { name: 'Make a key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
  await user.type(within(dialog).getByLabelText('Password'), 'popcorn4two');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await screen.findByText(secret);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a key that exists says what it may do and when it was used, and is revoked after a question', async () => {
  const keys = [{ ...key, last_used_on: '2026-11-28', expires_on: '2027-11-20' }];
  const revoked = answer('DELETE /api/v1/keys/{id}', () => {
    keys.pop();
    return null;
  });
  const { user } = open(keys);
  const row = (await screen.findByRole('heading', { name: 'Home server' })).closest('li');
  expect(row?.textContent).toContain(
    'A script that reads titles, lists and history. Begins with mq_a1b2.Made on November 20, 2026. Last used on November 28, 2026. Ends on November 20, 2027.',
  );
  await user.click(screen.getByRole('button', { name: 'Revoke “Home server”' }));
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await expect.poll(() => screen.queryByRole('heading', { name: 'Home server' })).toBeNull();
  expect(revoked).toHaveLength(1);
});
