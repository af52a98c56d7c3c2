import { RateMedium, type UserMediumRating } from '@marquee/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { giveSizes, makeGroup, makeMedium, mediaPage, rowsPage, titles } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';
import { makeKind, makeTaste } from '../../../../test/taste.ts';

const TOKEN = 'token-of-a-member';
const unrated: UserMediumRating = { medium_id: 1, rating: null, tags: [], can_suggest_to_share: false };

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  answer('GET /api/v1/media/{id}/user_medium_ratings', { user_medium_rating: unrated });
  answer('GET /api/v1/system_medium_tags', { system_medium_tags: [{ id: 1, tag: 'Slow burn' }] });
  arriveWithToken(TOKEN);
});

describe('rating a title', () => {
  function discover() {
    answer('GET /api/v2/media', rowsPage(makeGroup('recent', titles([1, 2]))));
    answer('GET /api/v1/media/{id}', { medium: makeMedium(1) });
  }
  async function openDialog() {
    const { user } = renderApp('/discover');
    (await screen.findByRole('link', { name: 'Title 1' })).focus();
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Title 1' }));
    return { user, dialog };
  }
  const stars = () => screen.queryByText('Your rating:')?.parentElement?.textContent;

  it('saves stars at once and shows the tags in place, which save themselves', async () => {
    discover();
    const replies: UserMediumRating[] = [
      { ...unrated, rating: 7 },
      { ...unrated, rating: 7, tags: ['Slow burn'] },
      { ...unrated, rating: 7, tags: ['Slow burn', 'mine'] },
    ];
    const saved = answer('POST /api/v1/media/{id}/user_medium_ratings', () => ({
      user_medium_rating: replies.shift() ?? unrated,
    }));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: '3.5 stars' }));
    await screen.findByText('3.5 stars for “Title 1”.');
    expect(stars()).toBe('Your rating: 3');
    await user.click(await dialog.findByRole('button', { name: 'Add tags' }));
    await user.click(await dialog.findByRole('button', { name: 'Slow burn' }));
    await user.type(dialog.getByLabelText('Tags', { selector: 'input' }), 'mine{Enter}slow BURN{Enter}');
    await waitFor(() =>
      expect(saved.map(({ body }) => body)).toEqual([
        { user_medium_rating: { rating: 7 } },
        { user_medium_rating: { rating: 7, tag_list: ['Slow burn'] } },
        { user_medium_rating: { rating: 7, tag_list: ['Slow burn', 'mine'] } },
      ]),
    );
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('saves stars picked by keyboard on Enter, and Esc drops them and returns the focus', async () => {
    discover();
    const saved = answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 3 },
    });
    const { user, dialog } = await openDialog();
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: '0.5 stars' }));
    await user.keyboard('{ArrowRight}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Title 1' }));
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: 'Title 1' });
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await waitFor(() =>
      expect(saved.map(({ body }) => body)).toEqual([{ user_medium_rating: { rating: 3 } }]),
    );
  });

  it('shows the share suggestion after a high rating, and saves a refusal', async () => {
    discover();
    answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 10, can_suggest_to_share: true },
    });
    const refused = answer('PUT /api/v1/media/{id}/user_medium_settings/0', {
      user_medium_setting: { medium_id: 1, not_suggest_sharing: true },
    });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: '5 stars' }));
    const done = await dialog.findByRole('button', { name: 'Done' });
    expect(screen.queryByRole('button', { name: 'Maybe later' })).toBeNull();
    await user.click(done);
    await screen.findByRole('button', { name: 'Maybe later' });
    await user.click(screen.getByRole('button', { name: "I don't want to share" }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Maybe later' })).toBeNull());
    expect(refused.map(({ body }) => body)).toEqual([{ user_medium_setting: { not_suggest_sharing: true } }]);
  });

  it('closes after the stars when the setting for tags is off', async () => {
    answer('GET /api/v1/user', { user: makeUser({ add_tags_while_rating: false }) });
    arriveWithToken('another-token-of-a-member');
    discover();
    const saved = answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 1 },
    });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: '0.5 stars' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved[0]?.body).toEqual({ user_medium_rating: { rating: 1 } });
  });

  it('restores the previous rating and shows an error when saving fails', async () => {
    discover();
    answer('POST /api/v1/media/{id}/user_medium_ratings', {
      status: 422,
      error: 'invalid',
      message: 'Not today.',
    });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: '4 stars' }));
    await screen.findByText('Not today.');
    expect(stars()).toBeUndefined();
    expect(dialog.getByRole('radio', { name: '4 stars' })).toHaveProperty('checked', false);
  });

  it('offers to clear the rating, and Undo restores the rating with its tags', async () => {
    answer('GET /api/v2/media', rowsPage(makeGroup('recent', [makeMedium(1, { rating: 8 })])));
    answer('GET /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 8, tags: ['Cult'] },
    });
    const cleared = answer('DELETE /api/v1/media/{id}/user_medium_ratings', null);
    const saved = answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 8, tags: ['Cult'] },
    });
    const { user, dialog } = await openDialog();
    await dialog.findByText('Cult');
    await user.click(dialog.getByRole('button', { name: 'Clear rating' }));
    await waitFor(() => expect(cleared).toHaveLength(1));
    expect(stars()).toBeUndefined();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(saved[0]?.body).toEqual({ user_medium_rating: { rating: 8, tag_list: ['Cult'] } }),
    );
    expect(stars()).toBe('Your rating: 4');
  });

  it('keeps the focus where the tags are edited, and sends tags together with stars whose save is still running', async () => {
    discover();
    const saving = Promise.withResolvers<void>();
    const saved = answer('POST /api/v1/media/{id}/user_medium_ratings', async ({ body }) => {
      const { rating, tag_list = [] } = RateMedium.parse(body).user_medium_rating;
      if (rating === 10) await saving.promise;
      return { user_medium_rating: { ...unrated, rating, tags: tag_list } };
    });
    answer('GET /api/v1/system_medium_tags', { system_medium_tags: [] });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: '4 stars' }));
    await user.click(await dialog.findByRole('button', { name: 'Add tags' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Tags'));
    await user.click(dialog.getByRole('radio', { name: '5 stars' }));
    await user.type(dialog.getByLabelText('Tags'), 'Cult{Enter}');
    await waitFor(() => expect(saved).toHaveLength(2));
    saving.resolve();
    await waitFor(() =>
      expect(saved.at(-1)?.body).toEqual({ user_medium_rating: { rating: 10, tag_list: ['Cult'] } }),
    );
  });

  it('restores the stars with Undo and keeps the tags that were added since', async () => {
    answer('GET /api/v2/media', rowsPage(makeGroup('recent', [makeMedium(1, { rating: 6 })])));
    answer('GET /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 6, tags: ['Old'] },
    });
    const saved = answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, rating: 8, tags: ['Old'] },
    });
    const { user, dialog } = await openDialog();
    await dialog.findByText('Old');
    await user.click(dialog.getByRole('radio', { name: '4 stars' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(saved[1]?.body).toEqual({ user_medium_rating: { rating: 6 } }));
  });

  it('opens stars and actions of a card from its button, and a press elsewhere closes them', async () => {
    discover();
    const { user } = renderApp('/discover');
    await user.click(await screen.findByRole('button', { name: 'What to do with Title 1' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Title 1' }));
    panel.getByRole('group', { name: 'Your rating' });
    panel.getByRole('button', { name: 'Watch Later' });
    await panel.findByText('What happens in title 1.');
    await user.click(screen.getByRole('main'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a long press on a card opens the same panel at its end, and the title stays closed', async () => {
    discover();
    const { router } = renderApp('/discover');
    const link = await screen.findByRole('link', { name: 'Title 1' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.touchStart(link, { touches: [{ clientX: 5, clientY: 5 }] });
    vi.advanceTimersByTime(600);
    expect(screen.queryByRole('dialog')).toBeNull();
    // A browser makes no click of a touch whose end was prevented.
    expect(fireEvent.touchEnd(link)).toBe(false);
    vi.useRealTimers();
    await screen.findByRole('dialog', { name: 'Title 1' });
    expect(router.state.location.pathname).toBe('/discover');
  });

  it('fills the actions of a card that the title already has', async () => {
    answer('GET /api/v2/media', rowsPage(makeGroup('recent', [makeMedium(1, { has_list: true })])));
    answer('GET /api/v1/media/{id}', { medium: makeMedium(1) });
    const { user } = renderApp('/discover');
    await user.click(await screen.findByRole('button', { name: 'What to do with Title 1' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Title 1' }));
    expect(panel.getByRole('button', { name: 'Change lists' }).dataset.on).toBe('true');
    expect(panel.getByRole('button', { name: 'Watch Later' }).dataset.on).toBeUndefined();
  });
});

describe('the Rate tab', () => {
  const heading = () => screen.getByRole('heading', { level: 2 }).textContent;

  it('shows the next title after each action, and loads the deck again at the end', async () => {
    let deck = titles([1, 2, 3]);
    const loads = answer('GET /api/v1/media/to_rate', () => mediaPage(deck));
    const added = answer('POST /api/v1/user_lists/0/user_list_media', {
      user_list_medium: { id: 1, user_list_id: 2, medium_id: 1, position: 1 },
    });
    answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { ...unrated, medium_id: 2, rating: 6 },
    });
    const { user } = renderApp('/rating');

    await screen.findByRole('region', { name: 'Titles to rate' });
    expect(heading()).toBe('Title 1');
    await user.click(screen.getByRole('button', { name: "Haven't Watched" }));
    expect(heading()).toBe('Title 2');
    await waitFor(() =>
      expect(added[0]?.body).toEqual({ user_list_medium: { medium_id: 1 }, to_havent_watched: true }),
    );

    await user.click(screen.getByRole('radio', { name: '3 stars' }));
    await waitFor(() => expect(heading()).toBe('Title 3'));

    // The server still sends a title that is in Watch Later. The deck must not show the title again.
    deck = titles([3, 4]);
    await user.click(screen.getByRole('button', { name: 'Watch Later' }));
    await waitFor(() => expect(heading()).toBe('Title 4'));
    expect(loads).toHaveLength(2);
  });

  it('shows the next and the previous title with buttons and arrow keys', async () => {
    answer('GET /api/v1/media/to_rate', mediaPage(titles([1, 2])));
    const { user } = renderApp('/rating');
    await screen.findByRole('region', { name: 'Titles to rate' });
    expect(screen.getByRole('button', { name: 'Previous title' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Next title' }));
    expect(heading()).toBe('Title 2');
    await user.keyboard('{ArrowLeft}');
    expect(heading()).toBe('Title 1');
    screen.getByText('Title 1, 1 of 2');
  });

  it('shows a text when no title is left', async () => {
    answer('GET /api/v1/media/to_rate', mediaPage([]));
    renderApp('/rating');
    await screen.findByText('There is nothing left to rate.');
  });
});

it('each tab of /rating has a history entry, so that Back opens the previous tab', async () => {
  giveSizes();
  answer('GET /api/v1/media/to_rate', mediaPage([]));
  answer('GET /api/v1/media/rating_history', mediaPage(titles([8], { rating: 9 })));
  const { router, user } = renderApp('/rating');
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  await screen.findByRole('link', { name: 'Title 8' });
  await router.navigate(-1);
  expect(router.state.location.search).toBe('');
  await screen.findByRole('tab', { name: 'Rate', selected: true });
});

it('the tab History of /rating shows the rated titles and is in the address', async () => {
  giveSizes();
  answer('GET /api/v1/media/to_rate', mediaPage([]));
  answer('GET /api/v1/media/rating_history', mediaPage(titles([8, 9], { rating: 9 })));
  const { router, user } = renderApp('/rating');
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  expect(router.state.location.search).toBe('?tab=history');
  expect(await screen.findByRole('link', { name: 'Title 8' })).toHaveProperty('pathname', '/rating/media/8');
  expect(screen.getAllByText('Your rating: 4.5 stars')).toHaveLength(2);
});

describe('the diary', () => {
  beforeEach(() => {
    giveSizes();
    answer(
      'GET /api/v1/taste',
      makeTaste(
        {},
        {
          ratings: 2,
          average: 7,
          by_year: [{ year: 2026, count: 2 }],
          by_genre: [{ id: 4, name: 'Horror', count: 2, average: 7 }],
          by_tag: [{ tag: 'Cult', count: 1 }],
        },
      ),
    );
  });
  const entry = makeMedium(8, { rating: 7 });

  it('shows stars with halves, the day, tags and totals', async () => {
    answer('GET /api/v1/media/rating_history', {
      ...mediaPage([{ ...entry, rated_at: '2026-11-21T12:00:00.000Z', tags: ['Cult'] }]),
    });
    renderApp('/rating?tab=history');
    const item = within(await screen.findByRole('article'));
    item.getByText('Your rating: 3.5 stars');
    item.getByText('November 21, 2026');
    expect(item.getByRole('link', { name: 'Cult' })).toHaveProperty('search', '?tab=history&tag=Cult');
    screen.getByText(/^2 ratings, 3.5 stars on average/);
    expect(screen.getByRole('link', { name: 'Horror' })).toHaveProperty('pathname', '/discover/rows/genre-4');
  });

  it('keeps order and filters in the address and sends them to the API', async () => {
    const calls = answer('GET /api/v1/media/rating_history', mediaPage([entry]));
    const { router, user } = renderApp('/rating?tab=history&sort=rating');
    await screen.findByRole('article');
    await user.selectOptions(screen.getByLabelText('Media type'), 'Series');
    await user.selectOptions(screen.getByLabelText('Tag'), 'Cult');
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(calls.at(-1)?.url.search).toBe('?view=card&page=1&sort=rating&media_type=series&tag=Cult');
    expect(router.state.location.search).toBe('?tab=history&sort=rating&media_type=series&tag=Cult');
  });

  it('offers to show all ratings when no rating fits the filters', async () => {
    answer('GET /api/v1/media/rating_history', mediaPage([]));
    renderApp('/rating?tab=history&tag=Gone');
    await screen.findByText('None of your ratings fit these filters.');
    expect(screen.getByRole('link', { name: 'Show all ratings' })).toHaveProperty('search', '?tab=history');
    screen.getByRole('option', { name: 'Gone', selected: true });
  });
});

describe('/rating/taste', () => {
  it('lists the genres, decades and people that we are sure of as links with effect and certainty', async () => {
    answer(
      'GET /api/v1/taste',
      makeTaste(
        {
          genres: [makeKind(4, 'Horror', 1.4, 0.8), makeKind(5, 'Western', 0, 0.1)],
          decades: [makeKind(1980, '1980s', -0.6, 0.4)],
          people: [makeKind(7, 'Hal Ashby', 0.8, 0.5)],
        },
        { ratings: 12, average: 6 },
      ),
    );
    renderApp('/rating/taste');
    const genres = within(await screen.findByRole('list', { name: 'Genres' }));
    expect(genres.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Horror +0.7 stars compared with other titles, sure',
    ]);
    expect(genres.getAllByRole('link')[0]).toHaveProperty('pathname', '/discover/rows/genre-4');
    const decade = screen.getByRole('link', {
      name: '1980s −0.3 stars compared with other titles, fairly sure',
    });
    expect(decade).toHaveProperty('pathname', '/discover/rows/decade-1980');
    expect(screen.getByRole('link', { name: /^Hal Ashby \+0.4 stars/ })).toHaveProperty(
      'pathname',
      '/people/7',
    );
  });

  it('links to the wall when there are no ratings', async () => {
    renderApp('/rating/taste');
    expect(await screen.findByRole('link', { name: 'Rate some titles' })).toHaveProperty(
      'pathname',
      '/welcome/rate',
    );
  });
});
