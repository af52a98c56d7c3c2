import { UpdateWatchHook, type WatchHook, type WatchReport } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { makeMedium, pagination } from '../../../test/media.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { answer, makeUser, server } from '../../../test/server.ts';

const hook: WatchHook = {
  account_name: 'anna',
  account_names: ['anna'],
  take_ratings: false,
  created_at: '2026-11-20T09:00:00.000Z',
  last_used_at: null,
};
const url = 'https://api.example.com/hooks/watched/secret';

function open(watch_hook: typeof hook | null, events: object[] = [], reports: WatchReport[] = []) {
  answer('GET /api/v1/keys', { keys: [] });
  answer('GET /api/v1/watch_hook', { watch_hook });
  answer('GET /api/v1/watch_hook/reports', { reports, pagination: pagination(reports.length) });
  server.use(
    http.get('*/api/v1/watch_hook/events', () =>
      HttpResponse.json({ events, pagination: pagination(events.length) }),
    ),
  );
  startSession(makeUser());
  return renderApp('/settings?tab=connections');
}

test('a member gets the address of a media server for one account, and sees it this once', async () => {
  const { user } = open(null);
  let sent: unknown;
  server.use(
    http.post('*/api/v1/watch_hook', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ watch_hook: hook, url }, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Get your address' }));
  screen.getByText('Please enter the name of your account on the server.');
  await user.type(screen.getByRole('textbox', { name: 'Your account on the server' }), 'anna{Enter}');
  await screen.findByText(url);
  expect(sent).toEqual({ account_name: 'anna' });
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(await navigator.clipboard.readText()).toBe(url);
  await screen.findByText(/No report has come yet/);
  screen.getByRole('button', { name: 'Get a new address' });
});

test('a connected server shows its account and no address, and can be disconnected', async () => {
  const { user } = open({ ...hook, last_used_at: '2026-11-21T09:00:00.000Z' });
  server.use(http.delete('*/api/v1/watch_hook', () => new HttpResponse(null, { status: 204 })));
  await screen.findByText(/Connected for the account “anna”.*The last report came on November 21, 2026/);
  expect(screen.queryByText(/hooks\/watched/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  await screen.findByRole('button', { name: 'Get your address' });
});

test('a reported title can be taken back', async () => {
  const event = {
    id: 4,
    medium: makeMedium(1, { title: 'Alien' }),
    episode: null,
    seen_at: hook.created_at,
    undone_at: null,
  };
  const events: object[] = [event];
  const { user } = open(hook, events);
  server.use(
    http.post('*/api/v1/watch_hook/events/4/undo', () => {
      events[0] = { ...event, undone_at: hook.created_at };
      return HttpResponse.json({ event: events[0] });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo Alien' }));
  await screen.findByText(/, undone/);
  expect(screen.queryByRole('button', { name: 'Undo Alien' })).toBeNull();
});

test('each report says what became of it, with the account that it named', async () => {
  const report = {
    received_at: new Date().toISOString(),
    server: 'Attic',
    account_name: 'kid',
    title: null,
    medium: null,
  };
  open(
    { ...hook, account_names: ['alice', 'bob'] },
    [],
    [
      { ...report, outcome: 'other_account' },
      { ...report, account_name: '', outcome: 'other_account' },
      { ...report, account_name: 'alice', title: 'Nobody made this', outcome: 'unknown_title' },
      { ...report, account_name: 'alice', outcome: 'marked', medium: makeMedium(1, { title: 'Alien' }) },
    ],
  );
  const reports = (await screen.findByText('What became of the last reports')).closest('details');
  const list = within(reports ?? document.body);
  list.getByText('Another account: the report says “kid”; you chose “alice” and “bob”.');
  list.getByText('Another account: the report names none; you chose “alice” and “bob”.');
  list.getByText('“Nobody made this” is not a title that we know for certain.');
  list.getByText('Alien');
  list.getByText('Marked as seen.');
});

test('a member adds and removes accounts, and switches ratings on', async () => {
  const { user } = open(hook);
  const sent = answer('PATCH /api/v1/watch_hook', ({ body }) => ({
    watch_hook: { ...hook, account_names: ['anna', 'Anna B'], ...UpdateWatchHook.parse(body) },
  }));
  await user.type(await screen.findByRole('textbox', { name: 'Another account of yours' }), 'Anna B{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove anna' }));
  await user.click(screen.getByRole('switch', { name: 'Stars in Plex are ratings here' }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { account_names: ['anna', 'Anna B'] },
      { account_names: ['Anna B'] },
      { take_ratings: true },
    ]),
  );
});
