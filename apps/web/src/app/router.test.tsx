import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arriveWithToken, renderApp } from '../../test/render-app.tsx';
import { answer, makeUser, server } from '../../test/server.ts';

const NOWHERE = [
  '/discover/media/nonsense',
  '/discover/media/0',
  '/discover/media/2147483648',
  '/my_lists/nonsense',
  '/my_lists/share',
  '/my_lists/1.5/media/7',
  '/my_lists/7/media/-1',
  '/my_lists/media/1e3',
  '/rating/media/01',
  '/search/media/0x1',
  '/hidden/media/NaN',
  '/people/nobody',
  '/people/7/media/x',
];

/** Collects the requests for single titles, lists and people. */
function watchRequests(): string[] {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (/\/(media|user_lists|people)\/|personId/.test(pathname + search)) asked.push(pathname + search);
  });
  return asked;
}

test.each(NOWHERE)('%s shows a member Not found and sends no call to the API', async (address) => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  const asked = watchRequests();
  renderApp(address);
  await screen.findByText('Nothing is playing at this address.');
  await waitFor(() => expect(document.title).toBe('Page not found · Marquee'));
  await screen.findByRole('navigation', { name: 'Main' });
  expect(asked).toEqual([]);
});

test('a title address with an invalid id shows Not found to a visitor and is not kept as redirect target', async () => {
  const asked = watchRequests();
  renderApp('/discover/media/nonsense');
  await screen.findByText('Nothing is playing at this address.');
  await waitFor(() => expect(localStorage.getItem('redirect_to')).toBeNull());
  expect(asked).toEqual([]);
});

test('the one address that the server wrote for the first screen is gone on the next, which browsers would share', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'canonical', href: '/faq' });
  document.head.append(link);
  const { router } = renderApp('/faq');
  await screen.findByRole('heading', { level: 1 });
  expect(link.isConnected).toBe(true);
  await router.navigate('/about');
  await waitFor(() => expect(link.isConnected).toBe(false));
});
