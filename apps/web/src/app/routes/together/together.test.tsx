import type { Round, RoundSummary } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { pagination } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser, server } from '../../../../test/server.ts';

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
  answer('GET /api/v1/rounds/{code}/events', { status: 404, error: 'not_found' });
});

const arriveAsMember = (): void => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
};

it('starts a round with the answers and with at most five companions', async () => {
  arriveAsMember();
  answer('GET /api/v1/rounds', { rounds: [], pagination: pagination(0) });
  const companions = Array.from({ length: 6 }, (_, at) => ({ id: at + 1, name: `friend${at + 1}` }));
  answer('GET /api/v1/companions', { companions });
  const round: Round = {
    ...makeEvening(1, { state: 'open', winner: null, winner_title: null }),
    media: [],
    fits: [],
    plays: [],
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
  arriveAsMember();
  answer('GET /api/v1/rounds', { rounds: [], pagination: pagination(0) });
  answer('GET /api/v1/companions', { companions: [] });
  const message = 'You can have at most 5 open rounds. End one to start another.';
  answer('POST /api/v1/rounds', { status: 422, error: 'limit_reached', message });
  const { user } = renderApp('/together');
  await user.click(await screen.findByRole('button', { name: 'Start a round' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

it('lists every evening, page by page, and deletes one', async () => {
  arriveAsMember();
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

describe('the waiting room of a round', () => {
  const round: Round = {
    ...makeEvening(1, { state: 'open', winner: null, winner_title: null, me: 2 }),
    media: [],
    fits: [],
    plays: [],
  };
  const waiting = { status: 202, body: { waiting: { id: 7, host_name: 'Ada42', mode: 'swipe' } } };
  const reply = (step: 'waits' | 'in' | 'refused') =>
    http.post('*/api/v1/rounds/short/:code/join', async ({ request, params }) => {
      asked.push({ code: params.code, body: await request.json() });
      if (step === 'waits') return HttpResponse.json(waiting.body, { status: 202 });
      if (step === 'in') return HttpResponse.json({ round, guest_token: '2.99.mac' });
      return HttpResponse.json({ error: 'not_found', message: 'Not found' }, { status: 404 });
    });
  let asked: { code: unknown; body: unknown }[] = [];
  beforeEach(() => {
    asked = [];
    server.use(reply('waits'));
  });

  it('takes a visitor with a name who types the short code, once the host has let them in', async () => {
    const reads = answer('GET /api/v1/rounds/{code}', { round });
    answer('GET /api/v1/rounds/{code}/deck', { media: [] });
    const { user } = renderApp('/together');
    await user.type(await screen.findByLabelText('Code of the round'), 'k7m 2x9');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await user.type(await screen.findByLabelText('Your name'), 'Bob7');
    await user.click(screen.getByRole('button', { name: 'Ask to join' }));
    await screen.findByText('Waiting for Ada42 to let you in.');
    server.use(reply('in'));
    await screen.findByText('Who is here');
    const key = { guest_key: expect.stringMatching(/.{16,}/), name: 'Bob7' };
    expect(asked[0]).toEqual({ code: 'K7M2X9', body: key });
    expect(new Set(asked.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1);
    expect(reads[0]?.token).toBe('Bearer 2.99.mac');
  });

  it('is still where somebody waits after a reload, who reads it when the host refuses', async () => {
    localStorage.setItem('round_guest', 'K7M2X9 0123456789abcdef');
    renderApp('/together?code=K7M2X9');
    await screen.findByText('Waiting for Ada42 to let you in.');
    expect(asked[0]?.body).toEqual({ guest_key: '0123456789abcdef' });
    server.use(reply('refused'));
    expect((await screen.findByRole('alert')).textContent).toContain('The host has not let you in');
    screen.getByRole('link', { name: 'Type another code' });
  });

  it('is looked for at once by a member, and a code of another form is named before it is sent', async () => {
    arriveAsMember();
    answer('GET /api/v1/companions', { companions: [] });
    answer('GET /api/v1/rounds', { rounds: [], pagination: pagination(0) });
    const { user } = renderApp('/together');
    const field = await screen.findByLabelText('Code of the round');
    await user.type(field, 'K7M2X');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await screen.findByText(/A code has six letters and digits/);
    expect(asked).toEqual([]);
    await user.type(field, '9');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await screen.findByText('Waiting for Ada42 to let you in.');
  });
});
