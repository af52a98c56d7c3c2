import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  giveSizes,
  makeGroup,
  makeMedium,
  makeOffer,
  pagination,
  rowsPage,
  titles,
} from '../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../test/render-app.tsx';
import { makeProgress } from '../../../test/series.ts';
import { answer, makeUser } from '../../../test/server.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

const watching = makeProgress({
  state: 'watching',
  seen: 3,
  next: { season: 1, episode: 4, name: 'Doubts', air_date: '2020-01-01' },
});
const item = (id: number, progress = watching, behind = 7) => ({
  medium: makeMedium(id, {
    type: 'series',
    runtime_minutes: 50,
    progress,
    provider_medium: [makeOffer({ selected: true })],
  }),
  progress,
  behind,
});
const upNext = (...items: ReturnType<typeof item>[]) => ({
  up_next: items,
  pagination: pagination(items.length),
});

it('a card names the next episode, its length and how many wait, and one press marks it, with Undo', async () => {
  answer('GET /api/v1/up_next', upNext(item(1), item(2)));
  const after = {
    ...watching,
    seen: 4,
    next: { season: 1, episode: 5, name: 'Truths', air_date: '2020-01-08' },
  };
  const saved = answer('PUT /api/v1/media/{id}/episodes', ({ body }) => ({
    progress: body !== null && typeof body === 'object' && 'undo' in body ? watching : after,
    undo: 'take it back',
  }));
  const { user } = renderApp('/up_next');
  const [first] = await screen.findAllByRole('article');
  const card = within(first ?? document.body);
  card.getByText(/Doubts/);
  card.getByText(/50 min.*7 episodes to see/);
  card.getByRole('link', { name: /^Netflix/ });
  await user.click(card.getByRole('button', { name: 'Mark as seen: Title 1, S1 E4' }));
  await waitFor(() => expect(saved[0]?.body).toEqual({ episodes: [{ season: 1, episode: 4 }], seen: true }));
  await card.findByText(/Truths/);
  card.getByText(/6 episodes to see/);
  await screen.findByText('S1 E4 of “Title 1” is marked as seen.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved.at(-1)?.body).toEqual({ undo: 'take it back' }));
  await card.findByText(/Doubts/);
});

it('a series whose next episode is to come says its day and offers no mark, and the last one of many is up to date', async () => {
  const coming = makeProgress({
    state: 'up_to_date',
    seen: 10,
    next: { season: 2, episode: 1, name: null, air_date: '2999-01-01' },
  });
  answer('GET /api/v1/up_next', upNext(item(1, watching, 1), item(2, coming, 0)));
  answer('PUT /api/v1/media/{id}/episodes', {
    progress: { ...watching, seen: 4, state: 'up_to_date', next: null },
    undo: 'u',
  });
  const { user } = renderApp('/up_next');
  const [first, second] = await screen.findAllByRole('article');
  within(second ?? document.body).getByText(/airs Jan 1, 2999/);
  expect(within(second ?? document.body).queryByRole('button')).toBeNull();
  await user.click(within(first ?? document.body).getByRole('button', { name: /^Mark as seen/ }));
  await within(first ?? document.body).findByText('Up to date');
});

it('series on hold and dropped ones are one press away, and another one goes on with them', async () => {
  const held = { ...watching, state: 'on_hold' as const };
  const asked = answer('GET /api/v1/up_next', ({ url }) =>
    url.searchParams.get('state') === 'on_hold' ? upNext(item(1, held)) : upNext(),
  );
  const saved = answer('PUT /api/v1/media/{id}/watching', { progress: watching });
  const { user, router } = renderApp('/up_next');
  await screen.findByText('No series is waiting for you.');
  await user.click(screen.getByRole('radio', { name: 'On hold' }));
  await waitFor(() => expect(router.state.location.search).toBe('?state=on_hold'));
  await user.click(await screen.findByRole('button', { name: 'Go on with Title 1' }));
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ state: 'watching' }]));
  await screen.findByText('“Title 1” is among what you watch.');
  await user.click(screen.getByRole('radio', { name: 'Dropped' }));
  await screen.findByText('You have dropped nothing.');
  expect(asked.map(({ url }) => url.searchParams.get('state'))).toContain('dropped');
});

it('Up next is the first row of Discover, and stands below the first other row where a visit did not expect it', async () => {
  answer('GET /api/v2/media', rowsPage(makeGroup('recent', titles([5, 6]))));
  answer('GET /api/v1/media/{id}', { medium: makeMedium(5) });
  answer('GET /api/v1/up_next', upNext(item(1)));
  const rows = async (): Promise<string[]> => {
    await screen.findByRole('region', { name: 'Up next' });
    await screen.findByRole('link', { name: 'Title 6' });
    const headings = screen.getAllByRole('heading', { level: 2 });
    return headings.map(({ textContent }) => textContent).filter((name) => /^(Up next|recent)/.test(name));
  };
  const { unmount } = renderApp('/discover');
  expect((await rows())[1]).toBe('Up next');
  expect(localStorage.getItem('up_next')).toBe('some');
  unmount();

  const { unmount: unmountAgain } = renderApp('/discover');
  expect((await rows())[0]).toBe('Up next');
  unmountAgain();

  answer('GET /api/v1/up_next', upNext());
  renderApp('/discover');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Up next' })).not.toBeNull());
});
