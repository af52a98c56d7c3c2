import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveSizes, makeMedium, rowsPage } from '../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../test/render-app.tsx';
import { answer, makeUser } from '../../../test/server.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  answer('GET /api/v2/media', rowsPage());
  answer('GET /api/v1/media/{id}', { medium: makeMedium(1) });
  arriveWithToken('token-of-a-member');
});
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

it('a title is shared by the sheet of the system, without anything that tracks', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user } = renderApp('/discover/media/1');
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(share.mock.calls).toEqual([
    [{ text: 'Title 1, on Marquee', url: `${location.origin}/discover/media/1` }],
  ]);
  expect(screen.queryByRole('dialog', { name: 'Share “Title 1”' })).toBeNull();
});

it('a title is shared by copy, mail and networks where the system has no sheet, or its sheet fails', async () => {
  const { user } = renderApp('/discover/media/1');
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share “Title 1”' }));
  expect(dialog.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Facebook',
    'X',
    'WhatsApp',
    'Reddit',
    'Email',
  ]);
  expect(dialog.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe(
    `mailto:?subject=Title%201%2C%20on%20Marquee&body=${encodeURIComponent(`${location.origin}/discover/media/1`)}`,
  );
  dialog.getByRole('button', { name: 'Copy link' });
  await user.click(dialog.getByRole('button', { name: 'Close' }));

  Object.defineProperty(navigator, 'share', {
    value: () => Promise.reject(new DOMException('not here', 'NotAllowedError')),
    configurable: true,
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Share “Title 1”' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog', { name: 'Share “Title 1”' });
});
