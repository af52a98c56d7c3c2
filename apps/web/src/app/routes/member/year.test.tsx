import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';
import { makeYear } from '../../../../test/year.ts';

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

it('tells a year in figures and sentences, and makes a public link of its poster', async () => {
  answer('GET /api/v1/taste/year/{year}', { year: makeYear(), link: null });
  const { user } = renderApp('/taste/year/2026');
  await screen.findByText('Your longest evening was May 2: 6 hours with Title 4 and Title 5.');
  screen.getByText('More western: 20 % of your titles, before 4 %.');
  expect(screen.getByText('hours').textContent).toBe('87 hours');
  await screen.findByRole('link', { name: '2025' });
  expect(screen.getByRole('link', { name: 'Save picture' })).toHaveProperty('download', 'my-2026.jpg');
  const made = answer('POST /api/v1/taste/year/{year}/link', {
    url: 'https://marquee.example/taste/poster/abc',
  });
  await user.click(screen.getByRole('button', { name: 'Make a link' }));
  expect(made[0]?.url.pathname).toBe('/api/v1/taste/year/2026/link');
});

it('tells titles of a single day in one sentence, with what makes the year grow, and no figure twice', async () => {
  const day = '2026-11-29';
  const year = makeYear({ titles: 6, movies: 6, series: 0, rated: 6, minutes: 0, grew: [] });
  answer('GET /api/v1/taste/year/{year}', {
    year: { ...year, first: { ...year.first, day }, last: { ...year.last, day }, longest_evening: null },
    link: null,
  });
  renderApp('/taste/year/2026');
  await screen.findByText('You rated 6 titles on November 29.');
  screen.getByText(/Mark the day on which you see something/);
  screen.getByText('Drama more than anything else, and the 1970s more than any other time.');
  for (const gone of ['First and last', 'Month by month'])
    expect(screen.queryByRole('heading', { name: gone })).toBeNull();
  for (const gone of ['movies', 'ratings']) expect(screen.queryByText(gone)).toBeNull();
});

it('calls an evening long only from three hours on, and leads only to years that have a story', async () => {
  const evening = { day: '2026-05-02', minutes: 120, titles: makeYear().loved };
  answer('GET /api/v1/taste/year/{year}', ({ url }) => ({
    year: url.pathname.endsWith('/2025') ? null : makeYear({ longest_evening: evening }),
    link: null,
  }));
  renderApp('/taste/year/2026');
  await screen.findByText('More western: 20 % of your titles, before 4 %.');
  expect(screen.queryByText(/Your longest evening/)).toBeNull();
  expect(screen.queryByRole('link', { name: '2025' })).toBeNull();
});

it('says from how many titles on a year is told', async () => {
  answer('GET /api/v1/taste/year/{year}', { year: null, link: null });
  renderApp('/taste/year/2025');
  await screen.findByText(/From three titles on/);
});

it.each(['abcd', '99999', '1899'])(
  'there is no page for the year %s, and nothing is asked for',
  async (year) => {
    renderApp(`/taste/year/${year}`);
    await screen.findByText('Nothing is playing at this address.');
  },
);
