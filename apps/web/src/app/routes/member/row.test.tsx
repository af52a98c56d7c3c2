import type { MediaReply, RowName } from '@marquee/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { giveSizes, makeGroup, mediaPage, rowsPage, titles } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const horror: RowName = { id: 'genre-4', kind: 'genre', title: 'Horror', years: null };
const page = (ids: number[], row: RowName = horror): MediaReply => mediaPage(titles(ids), { row });

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

it('the name of a row opens a page with all of its titles and the filters of Discover', async () => {
  answer('GET /api/v2/media', ({ url }) =>
    url.searchParams.has('row')
      ? page([1, 2])
      : rowsPage(makeGroup('genre', titles([1, 2]), { id: 'genre-4', title: 'Horror' })),
  );
  const { router, user } = renderApp('/discover?media_type=movies');
  await user.click(await screen.findByRole('link', { name: 'Horror' }));
  await screen.findByRole('heading', { level: 1, name: 'Horror' });
  expect(router.state.location.pathname).toBe('/discover/rows/genre-4');
  expect(router.state.location.search).toBe('?media_type=movies');
  expect(await screen.findByRole('link', { name: 'Title 2' })).toHaveProperty(
    'pathname',
    '/discover/rows/genre-4/media/2',
  );
  screen.getByText('2 titles');
});

it('the page of recent releases shows the years of the releases', async () => {
  const recent: RowName = {
    id: 'recent',
    kind: 'recent',
    title: 'Recent Releases',
    years: { from: 2021, to: 2022 },
  };
  answer('GET /api/v2/media', page([1], recent));
  renderApp('/discover/rows/recent');
  await screen.findByRole('heading', { name: 'Recent Releases' });
  screen.getByText('2021–2022 · 1 title');
});

it('a chosen order of a row is in the address and in the call', async () => {
  const calls = answer('GET /api/v2/media', page([1]));
  const { router, user } = renderApp('/discover/rows/genre-4');
  await screen.findByRole('link', { name: 'Title 1' });
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('sort')).toBe('newest'));
  expect(calls[0]?.url.searchParams.has('sort')).toBe(false);
  expect(router.state.location.search).toBe('?sort=newest');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Suggested');
  expect(router.state.location.search).toBe('');
});

it('Narrow opens fields in place, keeps them in the address, and shows what is set as chips that remove it', async () => {
  answer('GET /api/v1/user_medium_genres', {
    user_medium_genres: [{ id: 7, active: false, medium_genre: { title: 'Comedy' } }],
    age_ratings: ['G', 'PG'],
  });
  answer('GET /api/v1/themes', ({ url }) => ({
    themes: url.searchParams.has('query')
      ? [{ slug: 'rats', group: 'about', label: 'rats', count: 1 }]
      : [
          { slug: 'heists', group: 'about', label: 'heists', count: 9 },
          { slug: 'tense', group: 'tone', label: 'tense', count: 8 },
        ],
  }));
  const calls = answer('GET /api/v2/media', page([1]));
  const { router, user } = renderApp('/discover/rows/genre-4?year_from=1994&theme=rats');
  await screen.findByRole('link', { name: 'Title 1' });
  expect(screen.queryByRole('group', { name: 'More filters' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Genre, year…' }));
  await user.selectOptions(await screen.findByLabelText('Genre'), 'Comedy');
  await user.click(await screen.findByRole('button', { name: 'Remove rats' }));
  await user.selectOptions(await screen.findByLabelText('Theme'), 'heists');
  await user.selectOptions(screen.getByLabelText('Tone'), 'tense');
  await user.selectOptions(screen.getByLabelText('Country'), 'Japan');
  await user.selectOptions(screen.getByLabelText('Language'), 'Korean');
  await user.selectOptions(screen.getByLabelText('Decade'), '1980s');
  await user.selectOptions(screen.getByLabelText('Runtime'), 'up to 90 min');
  await user.selectOptions(screen.getByLabelText('Age rating'), 'PG');
  await waitFor(() =>
    expect(Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])).toMatchObject({
      row: 'genre-4',
      genre_id: '7',
      year_from: '1994',
      theme: 'heists,tense',
      country: 'JP',
      language: 'ko',
      decade: '1980',
      runtime_max: '90',
      age_rating: 'PG',
    }),
  );
  for (const words of ['from 1994', 'Comedy', 'heists', 'Japan', 'Korean', '1980s'])
    await user.click(screen.getByRole('button', { name: `Remove ${words}` }));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    theme: 'tense',
    runtime_max: '90',
    age_rating: 'PG',
  });
});

it('an address with a genre that is gone says so, and its chip removes it', async () => {
  answer('GET /api/v1/user_medium_genres', { user_medium_genres: [], age_ratings: [] });
  answer('GET /api/v2/media', ({ url }) =>
    url.searchParams.has('genre_id')
      ? { status: 422, error: 'invalid', errors: { genre_id: ['Genre is unknown'] } }
      : page([1]),
  );
  const { user } = renderApp('/discover/rows/recent?genre_id=99');
  await screen.findByText('Genre is unknown');
  await user.click(await screen.findByRole('button', { name: 'Remove Unknown genre' }));
  await screen.findByRole('link', { name: 'Title 1' });
});

it('an address with an unknown row id says that there is no row', async () => {
  answer('GET /api/v2/media', { status: 422, error: 'invalid', errors: { row: ['Row is unknown'] } });
  renderApp('/discover/rows/genre-99');
  await screen.findByText('This page does not exist.');
});

it('an empty row offers to switch the filters off', async () => {
  answer('GET /api/v2/media', page([]));
  answer('POST /api/v1/user_preferences/save', {
    user_preferences: { filter_all_streaming_services: 'true', filter_media_type: 'all' },
  });
  const { router, user } = renderApp('/discover/rows/genre-4?media_type=series');
  await user.click(await screen.findByRole('button', { name: 'Show everything' }));
  expect(router.state.location.search).toBe('?media_type=all');
});
