import type { TonightReply } from '@marquee/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeMedium, makeOffer } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { makeProgress } from '../../../../test/series.ts';
import { answer, makeUser } from '../../../../test/server.ts';

const pick = (id: number, role: TonightReply['picks'][number]['role']) => ({
  medium: makeMedium(id, { likelyhood: 9.2, provider_medium: [makeOffer({ selected: true })] }),
  role,
  episode: null,
  reason: `You will most probably like title ${id}.`,
  reason_parts: [{ text: `You will most probably like title ${id}.`, medium_id: null }],
});

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

it('shows three titles with role, reason and a link to watch', async () => {
  answer('GET /api/v1/tonight', { picks: [pick(1, 'sure'), pick(2, 'bold'), pick(3, 'sure')] });
  renderApp('/tonight');
  await screen.findByRole('heading', { level: 2, name: 'Title 1' });
  for (const text of [
    'The sure one',
    'The bold one',
    'Another sure one',
    'You will most probably like title 2.',
    'What happens in title 3.',
  ])
    screen.getByText(text);
  expect(screen.getAllByRole('link', { name: /Netflix/ })).toHaveLength(3);
});

it('calls no title sure whose match is only likely', async () => {
  const likely = (id: number) => {
    const { medium, ...rest } = pick(id, 'sure');
    return { ...rest, medium: { ...medium, likelyhood: 8.5 } };
  };
  answer('GET /api/v1/tonight', { picks: [likely(1), likely(2)] });
  renderApp('/tonight');
  await screen.findByText(/^The likeliest one/);
  screen.getByText(/^Another one/);
  expect(screen.queryByText(/sure one/)).toBeNull();
});

it('asks with length and mood from the address, and “Others” opens the next page', async () => {
  const calls = answer('GET /api/v1/tonight', ({ url }) => ({
    picks: url.searchParams.get('page') === '2' ? [] : [pick(1, 'sure')],
  }));
  const { router, user } = renderApp('/tonight?mood=tense');
  await screen.findByRole('heading', { name: 'Title 1' });
  expect(calls[0]?.url.searchParams.get('mood')).toBe('tense');
  await user.selectOptions(screen.getByLabelText('How long'), 'An episode');
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('minutes')).toBe('30'));
  expect(router.state.location.search).toBe('?minutes=30&mood=tense');
  await user.click(await screen.findByRole('button', { name: 'Others' }));
  await screen.findByText('That was the last reel.');
  expect(router.state.location.search).toBe('?minutes=30&mood=tense&page=2');
});

it('“Not tonight” leaves the title out for days that it names, and Undo brings it back', async () => {
  let gone = false;
  answer('GET /api/v1/tonight', () => ({ picks: [pick(gone ? 2 : 1, 'sure')] }));
  const calls = answer('POST /api/v1/tonight/{id}/not_tonight', () => {
    gone = true;
    return null;
  });
  answer('DELETE /api/v1/tonight/{id}/not_tonight', () => {
    gone = false;
    return null;
  });
  const { user } = renderApp('/tonight');
  await user.click(await screen.findByRole('button', { name: 'Not tonight' }));
  await screen.findByText('“Title 1” is left out of Tonight for 7 days.');
  await screen.findByRole('heading', { name: 'Title 2' });
  expect(calls[0]?.url.pathname).toBe('/api/v1/tonight/1/not_tonight');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('heading', { name: 'Title 1' });
});

it('a trailer that is known plays in the place of the poster', async () => {
  const sure = pick(1, 'sure');
  answer('GET /api/v1/tonight', {
    picks: [{ ...sure, medium: { ...sure.medium, video_url: 'https://trailers.example/1.mp4' } }],
  });
  const { user } = renderApp('/tonight');
  await user.click(await screen.findByRole('button', { name: 'Trailer' }));
  await waitFor(() => expect(document.querySelector('video')?.src).toBe('https://trailers.example/1.mp4'));
  expect(screen.queryByRole('button', { name: 'Trailer' })).toBeNull();
});

it('says what to do when nothing fits', async () => {
  answer('GET /api/v1/tonight', { picks: [] });
  renderApp('/tonight?minutes=30');
  await screen.findByText('Nothing on your services fits.');
});

it('shows the episode again after Undo of “Seen it”', async () => {
  let number = 3;
  const next = () => ({ season: 2, episode: number, name: null, runtime_minutes: 45 });
  answer('GET /api/v1/tonight', () => ({ picks: [{ ...pick(1, 'continue'), episode: next() }] }));
  answer('PUT /api/v1/media/{id}/episodes', ({ body }) => {
    number = JSON.stringify(body).includes('undo') ? 3 : 4;
    return { progress: makeProgress(), undo: 'text' };
  });
  const { user } = renderApp('/tonight');
  await screen.findByText(/Season 2, episode 3/);
  await user.click(screen.getByRole('button', { name: 'Seen it' }));
  await screen.findByText(/Season 2, episode 4/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/Season 2, episode 3/);
});

it('continues a series with the next episode, and ends when it ends', async () => {
  const next = { season: 2, episode: 3, name: 'Half Loop', runtime_minutes: 45 };
  answer('GET /api/v1/tonight', { picks: [{ ...pick(1, 'continue'), episode: next }] });
  const saved = answer('PUT /api/v1/media/{id}/episodes', { status: 503, error: 'unavailable' });
  const { user } = renderApp('/tonight');
  await screen.findByText('The one you are watching');
  expect(screen.getByText(/^until/).parentElement?.textContent).toMatch(/Season\s2,\sepisode\s3/);
  // It is this episode that was seen, and not the series.
  await user.click(screen.getByRole('button', { name: 'Seen it' }));
  await waitFor(() =>
    expect(saved.at(-1)?.body).toEqual({ episodes: [{ season: 2, episode: 3 }], seen: true }),
  );
});
