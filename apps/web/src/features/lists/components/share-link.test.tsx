import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { serveList } from '../../../../test/lists.ts';
import { giveSizes } from '../../../../test/media.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const hrefs = () =>
  screen.getAllByRole<HTMLAnchorElement>('link').map((link) => decodeURIComponent(link.href));

test('the owner renews the share link after a confirmation, and the confirmation stays open when the call fails', async () => {
  giveSizes();
  const { list } = serveList([1], { share_code: 'old-code', can_share: true });
  let fails = true;
  answer('POST /api/v1/user_lists/{id}/renew_link', () =>
    fails
      ? { status: 503, error: 'unavailable', message: 'Not now.' }
      : { user_list: { ...list(), share_code: 'new-code' } },
  );
  startSession(makeUser());
  const { user } = renderApp('/my_lists/3');
  await user.click(await screen.findByRole('button', { name: 'Share List' }));
  const sharing = within(await screen.findByRole('dialog', { name: /Share/ }));
  expect(hrefs().some((href) => href.includes('/my_lists/share/old-code'))).toBe(true);
  await user.click(sharing.getByRole('button', { name: 'Renew link' }));
  const question = within(screen.getByRole('dialog', { name: 'Renew the link?' }));
  await user.click(question.getByRole('button', { name: 'Renew link' }));
  await question.findByText(/Not now\./);
  fails = false;
  await user.click(question.getByRole('button', { name: 'Renew link' }));
  await screen.findByText('The link is renewed. The old link no longer works.');
  expect(screen.queryByRole('dialog', { name: 'Renew the link?' })).toBeNull();
  expect(hrefs().some((href) => href.includes('/my_lists/share/new-code'))).toBe(true);
  expect(hrefs().some((href) => href.includes('old-code'))).toBe(false);
});

test('a list member who may share the list sees the share link and cannot renew it', async () => {
  giveSizes();
  serveList([1], { share_code: 'code', can_share: true, is_owner: false });
  startSession(makeUser());
  const { user } = renderApp('/my_lists/3');
  await user.click(await screen.findByRole('button', { name: 'Share List' }));
  await screen.findByText('Anyone with the link can join the list.');
  expect(screen.queryByRole('button', { name: 'Renew link' })).toBeNull();
});
