import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { giveSizes, makeMedium } from '../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../test/render-app.tsx';
import { makeProgress, makeSeason, serveSeries } from '../../../test/series.ts';
import { answer, makeUser } from '../../../test/server.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

const open = async () => {
  const app = renderApp('/discover/media/1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Dark' }));
  await sheet.findByRole('button', { name: /^Season 1 .* of / });
  /** Presses one button after another. Returns how many presses it took. */
  const press = async (...names: (string | RegExp)[]) => {
    for (const name of names) await app.user.click(await screen.findByRole('button', { name }));
    return names.length;
  };
  const seen = (code: string) => sheet.findByRole('button', { name: `${code} is seen`, pressed: true });
  const notSeen = (code: string) => sheet.findByRole('button', { name: `${code} is seen`, pressed: false });
  return { ...app, sheet, press, seen, notSeen };
};

it('each act on the episodes of a series takes at most two presses on its page', async () => {
  const { saved, states, now } = serveSeries();
  const { sheet, press, seen, notSeen, user } = await open();
  const taps: Record<string, number> = {};
  const lastBody = async (body: object) => {
    await waitFor(() => expect(saved.at(-1)?.body).toEqual(body));
  };
  const numbers = (season: number, ...episodes: number[]) => episodes.map((episode) => ({ season, episode }));

  taps.next = await press('Mark S1 E1 as seen');
  await lastBody({ episodes: numbers(1, 1), seen: true });
  await sheet.findByText(/^Next: S1 E2.*Episode 2$/);
  taps.undo = await press('Undo');
  await lastBody({ undo: 'undo 0' });
  await sheet.findByText(/^Begins with: S1 E1.*Name 1.1$/);

  taps.one = await press(/^Season 1 .* of /, 'S1 E3 is seen');
  await lastBody({ episodes: numbers(1, 3), seen: true });
  await seen('S1 E3');
  taps.again = await press('S1 E3 seen again');
  await lastBody({ episodes: numbers(1, 3), seen: true, again: true });
  await sheet.findByText(/2 views/);
  taps.back = await press('S1 E3 is seen');
  await lastBody({ episodes: numbers(1, 3), seen: false });
  await notSeen('S1 E3');

  taps.upTo = await press(/^Season 2 .* of /, 'Seen up to S2 E2');
  await lastBody({ up_to: { season: 2, episode: 2 }, seen: true, seen_on: null });
  await seen('S1 E6');
  await seen('S2 E2');
  await sheet.findByText(/^Watching, 8 of 12 episodes seen/);

  taps.season = await press('Season 1 is seen');
  await lastBody({ episodes: numbers(1, 1, 2, 3, 4, 5, 6), seen: false });
  await notSeen('S1 E6');

  taps.all = await press('Seen');
  await lastBody({ up_to: { season: 2, episode: 4 }, seen: true, seen_on: null });
  await sheet.findByText(/^Up to date, 10 of 12/);
  await sheet.findByText(/^Next: S2 E5/);
  expect(sheet.queryByRole('button', { name: /^Mark .* as seen$/ })).toBeNull();

  const state = async (name: string, sent: string) => {
    await user.click(sheet.getByRole('radio', { name }));
    await waitFor(() => expect(states.at(-1)?.body).toEqual({ state: sent }));
    return 1;
  };
  taps.hold = await state('On hold', 'on_hold');
  taps.drop = await state('Dropped', 'dropped');
  taps.goOn = await state('Watching', 'watching');
  await press('Undo');
  await waitFor(() => expect(states.at(-1)?.body).toEqual({ state: 'dropped' }));
  expect(now().progress?.state).toBe('dropped');

  expect(Object.keys(taps).length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...Object.values(taps)), JSON.stringify(taps)).toBeLessThanOrEqual(2);
});

it('the season of the next episode is open, and episodes say their day and length, or their number while a name would tell too much', async () => {
  serveSeries([makeSeason(1, 6, 6, 6), makeSeason(2, 6, 4, 1)]);
  const { sheet } = await open();
  expect(sheet.getByRole('button', { name: /^Season 1 .* of / }).getAttribute('aria-expanded')).toBe('false');
  const lines = within(await sheet.findByRole('list', { name: 'Season 2' })).getAllByRole('listitem');
  expect(lines.map((line) => line.querySelector('p')?.textContent)).toEqual([
    'Name 2.1',
    'Name 2.2',
    'Episode 3',
    'Episode 4',
    'Episode 5',
    'Episode 6',
  ]);
  within(lines[1] ?? document.body).getByText(/Jan 1, 2020.*50 min/);
  // What is to come can be marked by nobody.
  expect(within(lines[5] ?? document.body).queryByRole('button')).toBeNull();
  sheet.getByText('6 of 6');
  sheet.getByText('1 of 6');
  expect(sheet.getByRole('link', { name: 'TVmaze' }).getAttribute('href')).toBe(
    'https://www.tvmaze.com/shows/17861/dark',
  );
  sheet.getByText(/as of August 1, 2026/);
});

it('a soap of 700 episodes in one season draws a hundred of them around the next one', async () => {
  serveSeries([makeSeason(1, 700, 700, 350)]);
  const { sheet, press } = await open();
  const lines = () => within(sheet.getByRole('list', { name: 'Season 1' })).getAllByRole('listitem');
  await sheet.findByRole('button', { name: 'S1 E351 is seen' });
  expect(lines()).toHaveLength(100);
  await press('Later episodes', 'Earlier episodes');
  expect(lines()).toHaveLength(300);
  await press('Seen up to S1 E500');
  await sheet.findByText(/^Next: S1 E501.*Episode 501$/);
});

it('a change that cannot be saved is taken back, and a message says so', async () => {
  serveSeries();
  answer('PUT /api/v1/media/{id}/episodes', { status: 500, error: 'internal_error' });
  const { sheet, press } = await open();
  await press('Mark S1 E1 as seen');
  await screen.findByText('The change to “Dark” could not be saved. Please try again.');
  await sheet.findByRole('button', { name: 'Mark S1 E1 as seen' });
});

it('seasons that cannot be loaded offer to try again', async () => {
  serveSeries();
  answer('GET /api/v1/media/{id}/episodes', { status: 404, error: 'not_found' });
  const { user } = renderApp('/discover/media/1');
  await screen.findByText('We could not load this.');
  serveSeries();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Mark S1 E1 as seen' });
});

it('a series without known episodes is marked as seen as a whole, and asks for no episodes', async () => {
  const { calls } = serveSeries();
  answer('GET /api/v1/media/{id}', {
    medium: makeMedium(1, {
      type: 'series',
      title: 'Dark',
      progress: makeProgress({ total: 0, aired: 0, next: null }),
    }),
  });
  renderApp('/discover/media/1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Dark' }));
  await sheet.findByRole('button', { name: 'Seen', pressed: false });
  expect(calls).toHaveLength(0);
});
