import type { Round, RoundSummary } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { pagination } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const makeEvening = (id: number, part: Partial<RoundSummary> = {}): RoundSummary => ({
  id,
  code: `2abcdefgh3j${String(id).padStart(2, 'k')}`,
  short_code: null,
  waiting: [],
  host: 1,
  host_name: 'Ada42',
  mode: 'swipe',
  state: 'ended',
  version: 9,
  created_at: '2026-11-20T19:00:00.000Z',
  expires_at: '2026-11-21T07:00:00.000Z',
  minutes: null,
  mood: null,
  max_age_rating: null,
  me: 1,
  members: [
    { id: 1, name: 'Ada42', guest: false, ready: false, show_match: false },
    { id: 2, name: 'Bob7', guest: false, ready: false, show_match: false },
  ],
  winner: 5,
  winner_title: `Title of evening ${id}`,
  ...part,
});

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  answer('GET /api/v1/rounds/{code}/events', { status: 404, error: 'not_found' });
});

it('starts a round with the answers and with at most five companions', async () => {
  answer('GET /api/v1/rounds', { rounds: [], pagination: pagination(0) });
  const companions = Array.from({ length: 6 }, (_, at) => ({ id: at + 1, name: `friend${at + 1}` }));
  answer('GET /api/v1/companions', { companions });
  const round: Round = {
    ...makeEvening(1, { state: 'open', winner: null, winner_title: null }),
    media: [],
    fits: [],
  };
  const starts = answer('POST /api/v1/rounds', { round });
  answer('GET /api/v1/rounds/{code}', { round });
  const { user } = renderApp('/together');
  await screen.findByText('No evening yet.');
  await user.click(screen.getByRole('radio', { name: 'A list of ten, the host decides' }));
  await user.selectOptions(screen.getByLabelText('How long'), '100');
  await user.selectOptions(screen.getByLabelText('For which age'), '13+');
  for (let at = 1; at <= 5; at++)
    await user.click(await screen.findByRole('checkbox', { name: `friend${at}` }));
  expect(screen.getByRole('checkbox', { name: 'friend6' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Start a round' }));
  await screen.findByText('Who is here');
  expect(starts.map(({ body }) => body)).toEqual([
    { mode: 'list', minutes: 100, max_age_rating: '13+', companion_ids: [1, 2, 3, 4, 5] },
  ]);
});

it('says why a round could not be started', async () => {
  answer('GET /api/v1/rounds', { rounds: [], pagination: pagination(0) });
  answer('GET /api/v1/companions', { companions: [] });
  const message = 'You can have at most 5 open rounds. End one to start another.';
  answer('POST /api/v1/rounds', { status: 422, error: 'limit_reached', message });
  const { user } = renderApp('/together');
  await user.click(await screen.findByRole('button', { name: 'Start a round' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

it('lists every evening, page by page, and deletes one', async () => {
  answer('GET /api/v1/companions', { companions: [] });
  let evenings = Array.from({ length: 30 }, (_, at) => makeEvening(at + 1));
  answer('GET /api/v1/rounds', ({ url }) => {
    const page = Number(url.searchParams.get('page'));
    return {
      rounds: evenings.slice(25 * (page - 1), 25 * page),
      pagination: pagination(evenings.length, page, 25),
    };
  });
  const deletions = answer('DELETE /api/v1/rounds/{code}', ({ url }) => {
    evenings = evenings.filter(({ code }) => !url.pathname.endsWith(code));
    return null;
  });
  const { user } = renderApp('/together');
  const last = (await screen.findByRole('link', { name: 'Title of evening 30' })).closest('li');
  if (!last) throw new Error('the evening is in no list');
  expect(last.textContent).toContain('with Bob7');
  await user.click(within(last).getByRole('button', { name: 'Delete Title of evening 30' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Title of evening 30' })).toBeNull());
  expect(deletions).toHaveLength(1);
  expect(screen.getAllByRole('link', { name: /^Title of evening/ })).toHaveLength(29);
});
