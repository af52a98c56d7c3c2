import type { GroupedMedia } from '@marquee/contracts';
import { DISCOVER_DEBOUNCE_MS, HIDE_FADE_MS } from '@marquee/contracts/constants';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeRatingCount, readSession } from '#src/lib/session/session.ts';
import { pass, stopClock, until } from '../../../../test/clock.ts';
import {
  makeGroup,
  makeMedium,
  makeOffer,
  pagination,
  rowsPage,
  titles,
  upTo,
} from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const TOKEN = 'token-of-a-member';

function discoverWith(...groups: GroupedMedia[]) {
  answer('GET /api/v1/media/{id}', ({ url }) => ({
    medium: makeMedium(Number(url.pathname.split('/').at(-1))),
  }));
  return answer('GET /api/v2/media', rowsPage(...groups));
}

function row(name: string) {
  return within(screen.getByRole('region', { name }));
}

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken(TOKEN);
});

describe('Discover rows', () => {
  it('shows the lead, the sections and the facts of each card', async () => {
    discoverWith(
      makeGroup(
        'recent',
        [
          makeMedium(1, {
            rating: 7,
            likelyhood: 3.9,
            provider_medium: [
              makeOffer({ service: 0 }),
              makeOffer({ service: 1 }),
              makeOffer({ service: 2 }),
            ],
          }),
        ],
        { title: 'Recent Releases' },
      ),
      makeGroup('recommended', titles([2, 3]), { title: 'Recommended for you' }),
      makeGroup('staff', titles([4]), { id: 'staff-1', title: 'Rainy Sundays Staff Picked' }),
      makeGroup('genre', titles([5]), { id: 'genre-1', title: 'Drama' }),
    );
    renderApp('/discover');

    const recent = within(await screen.findByRole('region', { name: 'Recent Releases' }));
    const card = within(recent.getByRole('article'));
    expect(card.getByRole('link', { name: 'Title 1' })).toHaveProperty('pathname', '/discover/media/1');
    expect(card.getByText('Your rating:').parentElement?.textContent).toBe('Your rating: 3');
    expect(card.queryByText(/likely/), 'own stars replace the likelihood').toBeNull();
    expect(card.getAllByRole('img')).toHaveLength(2);
    card.getByText('+1');

    screen.getByRole('heading', { name: 'Title 2' });
    expect(row('Recommended for you').queryByText('Title 2'), 'the lead is not repeated').toBeNull();
    await waitFor(() => row('Recommended for you').getByText('Title 3'));
    await waitFor(() => row('Rainy Sundays Staff Picked').getByText('Title 4'));
    await waitFor(() => row('Drama').getByText('Title 5'));
  });

  it('says on a lead without offers that streaming information comes soon', async () => {
    discoverWith(makeGroup('recommended', [makeMedium(2, { provider_medium: [] })]));
    renderApp('/discover');
    await screen.findByText('Streaming info... coming soon!');
  });

  it('shows no likelihood and links to the wall until the member has three ratings', async () => {
    answer('GET /api/v1/user', { user: makeUser({ rating_count: 2 }) });
    discoverWith(makeGroup('recommended', titles([1, 2])), makeGroup('recent', titles([3])));
    renderApp('/discover');
    const offer = await screen.findByRole('link', { name: 'Rate a few titles to see your match' });
    expect(offer).toHaveProperty('pathname', '/welcome/rate');
    expect(screen.queryByText(/%/)).toBeNull();
  });

  it('shows the member’s own streaming services first on a card and marks each', async () => {
    const offers = [0, 1, 2, 3].map((service) => makeOffer({ service, selected: service >= 2 }));
    discoverWith(
      makeGroup('recommended', titles([2])),
      makeGroup('recent', [makeMedium(1, { provider_medium: offers })]),
    );
    renderApp('/discover');
    await waitFor(() => row('recent').getByRole('article'));
    const marks = row('recent').getAllByRole('img');
    expect(marks.map((mark) => mark.getAttribute('alt'))).toEqual([
      'Hulu, one of your streaming services',
      'Service 3, one of your streaming services',
    ]);
    row('recent').getByText('+2');
  });

  it('removes rated titles from the recommendations', async () => {
    discoverWith(makeGroup('recommended', [makeMedium(1), makeMedium(2, { rating: 0 }), makeMedium(3)]));
    renderApp('/discover');
    await screen.findByRole('heading', { name: 'Title 1' });
    expect(screen.queryByText('Title 2')).toBeNull();
    await waitFor(() => row('recommended').getByText('Title 3'));
  });

  it('shows a button that switches both filters off when no title fits the filters', async () => {
    discoverWith();
    const saved = answer('POST /api/v1/user_preferences/save', {
      user_preferences: { filter_all_streaming_services: 'true', filter_media_type: 'all' },
    });
    const { user, router } = renderApp('/discover?all_streaming=false&media_type=series');
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(router.state.location.search).toBe('?media_type=all');
  });

  it('shows an error when the rows cannot be loaded, and Try again loads them', async () => {
    let broken = true;
    answer('GET /api/v2/media', () =>
      broken
        ? { status: 409, error: 'conflict', message: 'No.' }
        : rowsPage(makeGroup('recent', titles([1]))),
    );
    const { user } = renderApp('/discover');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We could not load this.');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Title 1');
  });
});

describe('Discover filters', () => {
  it('are read from the address when the address has filters', async () => {
    const calls = discoverWith(makeGroup('recent', titles([1])));
    const services = ['Hulu', 'Max', 'Netflix'].map((name, at) => ({
      id: at + 1,
      name,
      image: `/images/providers/${name}.svg`,
      featured: true,
      titles: 100,
    }));
    answer('GET /api/v1/user_medium_providers', {
      medium_providers: services,
      user_medium_provider_ids: [1, 3],
    });
    renderApp('/discover?all_streaming=false&media_type=movies');
    await screen.findByText('Title 1');
    await screen.findByText('Showing movies on Hulu and Netflix');
    expect(calls[0]?.url.searchParams.get('all_streaming')).toBe('false');
    expect(calls[0]?.url.searchParams.get('media_type')).toBe('movies');
    expect(screen.getByRole('switch', { name: 'All streaming services' })).toHaveProperty('checked', false);
    const type = screen.getByRole('combobox', { name: 'Media type' });
    expect(type).toHaveProperty('value', 'movies');
    const types = within(type).getAllByRole('option');
    expect(types.map(({ textContent }) => textContent)).toEqual([
      'All Movies And Series',
      'Movies',
      'Series',
    ]);
  });

  it('are read from the saved filters when the address has no filters, and are written to the address', async () => {
    answer('GET /api/v1/user', {
      user: makeUser({
        preferences: { filter_all_streaming_services: 'false', filter_media_type: 'series' },
      }),
    });
    const calls = discoverWith(makeGroup('recent', titles([1])));
    const { router } = renderApp('/discover');
    await screen.findByText('Title 1');
    expect(calls.map(({ url }) => url.searchParams.get('media_type'))).toEqual(['series']);
    await waitFor(() => expect(router.state.location.search).toBe('?all_streaming=false&media_type=series'));
  });

  it('change address and saved filters immediately, and fetch the rows after 600 ms', async () => {
    const calls = discoverWith(makeGroup('recent', titles([1])));
    const saved = answer('POST /api/v1/user_preferences/save', {
      user_preferences: { filter_all_streaming_services: 'false', filter_media_type: 'series' },
    });
    const { router } = renderApp('/discover');
    await screen.findByText('Title 1');

    stopClock();
    fireEvent.click(screen.getByRole('switch', { name: 'All streaming services' }));
    await pass(0);
    expect(router.state.location.search).toContain('all_streaming=false');
    fireEvent.change(screen.getByRole('combobox', { name: 'Media type' }), { target: { value: 'series' } });
    await pass(0);
    expect(router.state.location.search).toBe('?all_streaming=false&media_type=series');
    await until(() =>
      expect(saved.map(({ body }) => body)).toEqual([
        { user_preference: { key: 'filter_all_streaming_services', value: 'false' } },
        { user_preference: { key: 'filter_media_type', value: 'series' } },
      ]),
    );
    await pass(DISCOVER_DEBOUNCE_MS - 1);
    expect(calls).toHaveLength(1);
    await pass(1);
    await until(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.url.searchParams.get('all_streaming')).toBe('false');
    expect(calls[1]?.url.searchParams.get('media_type')).toBe('series');
  });

  it('return to the previous values when the save fails', async () => {
    discoverWith(makeGroup('recent', titles([1])));
    // Another call changes the user before the reply.
    answer('POST /api/v1/user_preferences/save', () => {
      changeRatingCount(1);
      return { status: 422, error: 'invalid' };
    });
    const { router, user } = renderApp('/discover');
    await screen.findByText('Title 1');
    await user.click(screen.getByRole('switch', { name: 'All streaming services' }));
    await screen.findByText('We could not save this filter. Please try again.');
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'All streaming services' })).toHaveProperty('checked', true),
    );
    expect(router.state.location.search).not.toContain('all_streaming');
    expect(readSession().user).toMatchObject({
      preferences: { filter_all_streaming_services: 'true' },
      rating_count: makeUser().rating_count + 1,
    });
  });
});

describe('hiding a title on Discover', () => {
  const hide = (user: ReturnType<typeof renderApp>['user'], name: string) =>
    user.click(within(screen.getByRole('group', { name })).getByRole('button', { name: 'Hide' }));

  it('calls the server immediately, removes the card after a second, and Undo restores it', async () => {
    discoverWith(makeGroup('recent', titles([1, 2, 3])));
    const hidden = answer('POST /api/v1/media/{id}/user_medium_hiddens', {
      medium: makeMedium(2, { hidden: true }),
    });
    const shown = answer('POST /api/v1/media/{id}/user_medium_hiddens/remove', { medium: makeMedium(2) });
    const { user } = renderApp('/discover');
    await screen.findByText('Title 2');

    stopClock();
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Title 2' })).getByRole('button', { name: 'Hide' }),
    );
    await until(() => expect(hidden).toHaveLength(1));
    expect(hidden[0]?.url.pathname).toBe('/api/v1/media/2/user_medium_hiddens');
    expect(row('recent').getByText('Hidden'), 'it is still fading').toBeTruthy();
    // The hide timer starts a second timer, which runs 1 ms later.
    await pass(HIDE_FADE_MS + 1);
    await until(() => expect(row('recent').queryByText('Title 2')).toBeNull());
    vi.useRealTimers();

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(
      row('recent')
        .getAllByRole('article')
        .map((card) => card.querySelector('a')?.textContent),
    ).toEqual(['Title 1', 'Title 2', 'Title 3']);
    await waitFor(() => expect(shown).toHaveLength(1));
  });

  it('pressing H hides the focused card and moves the focus to the next card', async () => {
    discoverWith(makeGroup('recent', titles([1, 2, 3])));
    answer('POST /api/v1/media/{id}/user_medium_hiddens', { medium: makeMedium(2, { hidden: true }) });
    const { user } = renderApp('/discover');
    (await screen.findByRole('link', { name: 'Title 2' })).focus();
    await user.keyboard('h');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Title 2' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Title 3' }));
  });

  it('restores the card and shows an error when the server refuses', async () => {
    discoverWith(makeGroup('recent', titles([1, 2])));
    answer('POST /api/v1/media/{id}/user_medium_hiddens', {
      status: 404,
      error: 'not_found',
      message: 'It is gone.',
    });
    const { user } = renderApp('/discover');
    await screen.findByText('Title 2');
    await hide(user, 'Title 2');
    await screen.findByText('It is gone.');
    expect(row('recent').queryByText('Hidden')).toBeNull();
    row('recent').getByText('Title 2');
  });

  it.each([
    [24, false],
    [25, true],
  ])('in a row of %i titles adds a Load more card: %s', async (count, added) => {
    discoverWith(makeGroup('recent', titles(upTo(count)), { pagination: pagination(200, 1, 20) }));
    answer('POST /api/v1/media/{id}/user_medium_hiddens', { medium: makeMedium(2, { hidden: true }) });
    const { user } = renderApp('/discover');
    await screen.findByText('Title 2');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await hide(user, 'Title 2');
    await waitFor(() => expect(row('recent').queryByText('Title 2')).toBeNull());
    expect(screen.queryAllByRole('button', { name: 'Load more' })).toHaveLength(Number(added));
  });
});

it.each([
  ['every service', ''],
  ['the member’s services', '?all_streaming=false'],
])(
  'in a country without offers, Discover for %s names the countries that have some and shows titles without offers',
  async (_, search) => {
    const filter_all_streaming_services = search === '' ? 'true' : 'false';
    const preferences = { filter_all_streaming_services, filter_media_type: 'all' } as const;
    const member = makeUser({ country: 'FR', preferences });
    answer('GET /api/v1/user', { user: member });
    arriveWithToken('token-of-a-member-in-france');
    let rows = rowsPage();
    const asked = answer('GET /api/v2/media', () => rows);
    answer('GET /api/v1/countries', { countries: [{ code: 'US', name: 'United States', titles: 6000 }] });
    answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: [] });
    answer('POST /api/v1/user_preferences/save', {
      user_preferences: { filter_all_streaming_services: 'true', filter_media_type: 'all' },
    });
    // The server may answer before it has saved the filter, which the page must keep.
    const saved = answer('PUT /api/v1/user', { user: { ...member, unavailable_titles: true } });
    const { user } = renderApp(`/discover${search}`);
    await screen.findByText('There are no streaming offers for France yet.');
    await screen.findByText(/^There are offers for the United States\./);
    rows = rowsPage(makeGroup('recent', titles([1, 2])));
    await user.click(screen.getByRole('button', { name: 'Show titles without offers' }));
    await screen.findByRole('link', { name: 'Title 2' });
    expect(saved[0]?.body).toEqual({ user: { unavailable_titles: true } });
    await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('all_streaming')).toBe('true'));
    screen.getByRole('switch', { name: 'All streaming services', checked: true });
  },
);

describe('adding to Watch Later on Discover', () => {
  it('shows the change at once and offers Undo', async () => {
    discoverWith(makeGroup('recent', titles([1])));
    const added = answer('POST /api/v1/user_lists/0/user_list_media', {
      user_list_medium: { id: 1, user_list_id: 9, medium_id: 1, position: 1 },
    });
    const removed = answer('DELETE /api/v1/user_lists/{id}/user_list_media/0', null);
    const { user } = renderApp('/discover');
    (await screen.findByRole('link', { name: 'Title 1' })).focus();
    await user.keyboard('w');
    await screen.findByText('“Title 1” is in Watch Later.');
    await waitFor(() =>
      expect(added[0]?.body).toEqual({ user_list_medium: { medium_id: 1 }, to_watch_later: true }),
    );
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(removed[0]?.url.search).toBe('?medium_id=1'));
    expect(removed[0]?.url.pathname).toBe('/api/v1/user_lists/9/user_list_media/0');
  });

  it('takes a double click on a card for one', async () => {
    discoverWith(makeGroup('recent', titles([1])));
    const added = answer('POST /api/v1/user_lists/0/user_list_media', {
      user_list_medium: { id: 1, user_list_id: 9, medium_id: 1, position: 1 },
    });
    const { user } = renderApp('/discover');
    await screen.findByRole('link', { name: 'Title 1' });
    await user.dblClick(screen.getByRole('button', { name: 'Watch Later' }));
    await screen.findByText('“Title 1” is in Watch Later.');
    screen.getByRole('button', { name: 'In Watch Later' });
    expect(added).toHaveLength(1);
  });
});

it('Discover says how old the offer of the lead is, once', async () => {
  const offer = makeOffer({ service: 1, checked_at: '2022-11-01T00:00:00.000Z' });
  discoverWith(makeGroup('recommended', [makeMedium(1, { provider_medium: [offer] })]));
  renderApp('/discover');
  await screen.findByText('last checked in November 2022');
  expect(screen.getAllByText(/checked/)).toHaveLength(1);
});
