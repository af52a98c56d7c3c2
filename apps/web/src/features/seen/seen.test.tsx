import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { daysAgo } from '#src/lib/screen/ago.ts';
import { today } from '#src/lib/screen/dates.ts';
import { giveSizes, makeMedium, makeOffer, mediaPage, rowsPage } from '../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../test/render-app.tsx';
import { answer, makeUser } from '../../../test/server.ts';
import { makeTaste } from '../../../test/taste.ts';

const seen = { seen_on: '2021-10-31', plays: 3, up_to_season: null };

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser({ time_zone: 'America/Los_Angeles' }) });
  answer('GET /api/v1/taste', makeTaste({}, { ratings: 2, average: 7 }));
  arriveWithToken('token-of-a-member');
});

const answerWrites = () => ({
  saved: answer('PUT /api/v1/media/{id}/seen', null),
  deleted: answer('DELETE /api/v1/media/{id}/seen', null),
});

it('a title is marked as seen, and Undo takes the mark back', async () => {
  answer('GET /api/v2/media', rowsPage());
  answer('GET /api/v1/media/{id}', { medium: makeMedium(1) });
  const { saved, deleted } = answerWrites();
  const { user } = renderApp('/discover/media/1');
  const button = await screen.findByRole('button', { name: 'Seen', pressed: false });
  await user.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ seen: {} }]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(deleted).toHaveLength(1));
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

it('a rated title offers no mark that its rating implies, and keeps one that it has', async () => {
  answer('GET /api/v2/media', rowsPage());
  answer('GET /api/v1/media/{id}/user_medium_ratings', {
    user_medium_rating: { medium_id: 1, rating: 7, tags: [], can_suggest_to_share: false },
  });
  answer('GET /api/v1/media/{id}', { medium: makeMedium(1, { rating: 7 }) });
  renderApp('/discover/media/1');
  await screen.findByRole('button', { name: 'Hide' });
  expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
});

it('the diary of one import shows what it marked, by its days, and takes a mark back with Undo', async () => {
  const calls = answer(
    'GET /api/v1/media/rating_history',
    mediaPage([
      makeMedium(1, { seen }),
      makeMedium(2, { rating: 8, rated_at: '2021-03-28T00:00:00.000Z', rated_on: '2021-03-28' }),
      makeMedium(3, { rating: 8, rated_at: '2021-03-28T00:30:00.000Z', rated_on: null }),
    ]),
  );
  const { saved, deleted } = answerWrites();
  const { user, router } = renderApp('/rating?tab=history&seen=true&import_id=5');
  const [first, second, third] = await screen.findAllByRole('article');
  if (!first || !second || !third) throw new Error('The entries are missing');
  within(first).getByText(/^Seen.*3 views$/);
  within(first).getByText('October 31, 2021');
  within(second).getByText('March 28, 2021');
  // Half past midnight in UTC is the evening before in Los Angeles.
  within(third).getByText('March 27, 2021');
  expect(calls[0]?.url.search).toBe('?view=card&page=1&sort=rated_at&media_type=all&seen=true&import_id=5');

  await user.click(within(first).getByRole('button', { name: 'Take back that Title 1 is seen' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  await waitFor(() => expect(deleted).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ seen }]));
  expect(screen.getAllByRole('article')).toHaveLength(3);

  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(router.state.location.search).toBe('?tab=history&seen=true');
  await user.selectOptions(screen.getByLabelText('Titles'), 'Rated');
  expect(router.state.location.search).toBe('?tab=history');
});

it('an offer shows the day of its check where only the day is known', async () => {
  answer('GET /api/v2/media', rowsPage());
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const offer = makeOffer({ checked_at: `${day}T00:00:00.000Z`, checked_on: day });
  answer('GET /api/v1/media/{id}', { medium: makeMedium(1, { provider_medium: [offer] }) });
  renderApp('/discover/media/1');
  const dates = await screen.findAllByText(daysAgo(day));
  expect(dates[0]?.getAttribute('datetime')).toBe(day);
});

it('the browser tells its time zone once, and not to a member who has one', async () => {
  answer('GET /api/v2/media', rowsPage());
  answer('GET /api/v1/user', { user: makeUser({ time_zone: null }) });
  const sent = answer('PUT /api/v1/user', { user: makeUser({ time_zone: 'Europe/Berlin' }) });
  renderApp('/discover');
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ user: { time_zone } }]));
});

it('the day and the number of views can be changed, and one more view added', async () => {
  answer('GET /api/v2/media', rowsPage());
  const medium = makeMedium(1, { seen: { seen_on: null, plays: null, up_to_season: null } });
  answer('GET /api/v1/media/{id}', { medium });
  const { saved } = answerWrites();
  const { user } = renderApp('/discover/media/1');
  await user.click(await screen.findByRole('button', { name: 'Say when' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When did you see “Title 1”?' }));
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2999-01-01' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Choose a day that is not in the future.');
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2021-10-31' } });
  await user.type(dialog.getByLabelText('Times watched'), '0');
  dialog.getByText(/^Type a whole number from 1 to/);
  await user.clear(dialog.getByLabelText('Times watched'));
  await user.type(dialog.getByLabelText('Times watched'), '2');
  expect(saved).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved.at(-1)?.body).toEqual({ seen: { seen_on: '2021-10-31', plays: 2 } }));
  await screen.findByText(/^Seen on October 31, 2021 · 2 views\./);

  await user.click(screen.getByRole('button', { name: 'Change or add a view' }));
  await user.click(await screen.findByRole('button', { name: 'Again today' }));
  await waitFor(() => expect(saved.at(-1)?.body).toEqual({ seen: { seen_on: today(), plays: 3 } }));
});
