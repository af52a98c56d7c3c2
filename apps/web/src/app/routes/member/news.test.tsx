import type { NewsItem, NewsReply } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeImport } from '../../../../test/imports.ts';
import { makeList, makeMedium, makeOffer, mediaPage, titles } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';
import { makeYear } from '../../../../test/year.ts';

const make = (id: number, part: Partial<NewsItem> = {}): NewsItem => ({
  kind: 'saved_arrived',
  medium: makeMedium(id),
  provider_medium: makeOffer({ selected: true }),
  date: '2026-11-20',
  reason: `Reason ${id}.`,
  reason_parts: [{ text: `Reason ${id}.`, medium_id: null }],
  import_id: null,
  ...part,
});

const reply = (news: NewsItem[]): NewsReply => ({
  news,
  pagination: { current_page: 1, has_more: false, page_count: 1, total_count: news.length },
});

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  answer('GET /api/v1/calendar', { days: [], sources: [] });
  answer('GET /api/v2/media', mediaPage([]));
  answer('GET /api/v1/wishes', { wishes: [] });
  answer('GET /api/v1/taste/year/{year}', { year: null, link: null });
  answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: [1] });
  answer('GET /api/v1/user_lists', { user_lists: [] });
  arriveWithToken('token-of-a-member');
});

it('shows each kind under its heading, each line with what happened, why and a link to watch', async () => {
  answer(
    'GET /api/v1/news',
    reply([
      make(1, { kind: 'saved_leaving', date: '2026-11-30' }),
      make(2),
      make(3, { kind: 'new_for_you', provider_medium: null }),
    ]),
  );
  renderApp('/news');
  const leaving = await screen.findByRole('region', { name: 'In your lists, and leaving soon' });
  within(leaving).getByRole('link', { name: 'Title 1' });
  within(leaving).getByText('Leaves Netflix on November 30');
  within(leaving).getByText('Reason 1.');
  within(leaving).getByRole('link', { name: /^Netflix/ });
  const forYou = screen.getByRole('region', { name: 'New, and probably for you' });
  expect(within(forYou).queryByRole('link', { name: /^Netflix/ })).toBeNull();
});

it('undoes an import whose titles arrived, in one tap', async () => {
  let isUndone = false;
  answer('GET /api/v1/news', () =>
    reply(isUndone ? [] : [make(1, { kind: 'imported_arrived', import_id: 9 })]),
  );
  const calls = answer('POST /api/v1/user/imports/{id}/undo', () => {
    isUndone = true;
    return { import: makeImport({ id: 9, state: 'undone', late: true }) };
  });
  const { user } = renderApp('/news');
  await screen.findByRole('heading', { name: '1 more of your titles arrived' });
  await user.click(screen.getByRole('button', { name: 'Undo this import' }));
  await screen.findByText('Your news begins with what you save.');
  expect(calls[0]?.url.pathname).toBe('/api/v1/user/imports/9/undo');
});

it.each([
  [[1], 'Find titles to save'],
  [[], 'Choose services'],
])('without news and with the services %j offers “%s”', async (ids, action) => {
  answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: ids });
  answer('GET /api/v1/news', reply([]));
  renderApp('/news');
  await screen.findByRole('link', { name: action });
});

it('lists the titles that the member asked for, and takes one back', async () => {
  answer('GET /api/v1/news', reply([]));
  answer('GET /api/v1/wishes', {
    wishes: [
      { id: 4, query: 'The Lost Film', medium_id: null, state: 'waiting' },
      { id: 5, query: 'Arrived', medium_id: 7, state: 'arrived' },
    ],
  });
  const calls = answer('DELETE /api/v1/wishes/{id}', null);
  const { user } = renderApp('/news');
  await screen.findByText('The Lost Film');
  expect(screen.queryByText('Arrived')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Stop waiting for The Lost Film' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'You asked for' })).toBeNull());
  expect(calls[0]?.url.pathname).toBe('/api/v1/wishes/4');
});

it('tells the month in figures, the seasons that begin, what comes and what the catalogue received, and then not that nothing is new', async () => {
  answer('GET /api/v1/news', reply([]));
  const month = { month: new Date().getUTCMonth() + 1, titles: 4, minutes: 330, rated: 1 };
  const year = answer('GET /api/v1/taste/year/{year}', {
    year: makeYear({ picture: null, months: [month] }),
    link: null,
  });
  const medium = makeMedium(4, { type: 'series' });
  const event = { kind: 'episode', medium, season: 2, name: null, at: null, provider: null } as const;
  answer('GET /api/v1/calendar', {
    sources: ['tvmaze'],
    days: [
      {
        day: '2126-12-01',
        events: [
          { ...event, episode: 1 },
          {
            ...event,
            episode: null,
            kind: 'leaves',
            medium: makeMedium(5),
            provider: makeOffer().medium_provider,
          },
        ],
      },
      { day: '2126-12-08', events: [{ ...event, episode: 2 }] },
    ],
  });
  answer('GET /api/v2/media', mediaPage(titles([8, 9])));
  renderApp('/news');
  const seasons = within(await screen.findByRole('region', { name: 'Seasons that begin soon' }));
  seasons.getByText('Season 2, from Dec 1, 2126');
  seasons.getByText('2 episodes until Dec 8, 2126');
  const coming = within(screen.getByRole('region', { name: 'What comes' }));
  coming.getByText('Season 2 begins');
  coming.getByText('Last day on Netflix');
  screen.getByRole('link', { name: 'TVmaze' });
  await screen.findByRole('region', { name: 'Of the newest, what fits you' });
  const figures = within(await screen.findByRole('region', { name: /so far$/ })).getAllByRole('listitem');
  expect(figures.map(({ textContent }) => textContent)).toEqual(['4 titles', '6 hours', '1 rating']);
  expect(year[0]?.url.search).toBe('?picture=false');
  expect(screen.queryByText(/^Your news begins/)).toBeNull();
});

it('does not ask to save titles where some are saved', async () => {
  answer('GET /api/v1/user_lists', { user_lists: [makeList(1, { count_media: 5 })] });
  answer('GET /api/v1/news', reply([]));
  renderApp('/news');
  await screen.findByText(/^Nothing new about what you saved/);
  expect(screen.queryByText(/Save titles/)).toBeNull();
});
