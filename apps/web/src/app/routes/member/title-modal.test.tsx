import type { Medium } from '@marquee/contracts';
import { MEDIUM_FETCH_DEBOUNCE_MS } from '@marquee/contracts/constants';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeToken } from '#src/lib/session/token.ts';
import { pass, stopClock, until } from '../../../../test/clock.ts';
import {
  makeGroup,
  makeList,
  makeMedium,
  makeOffer,
  mediaPage,
  pagination,
  rowsPage,
  titles,
} from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const TOKEN = 'token-of-a-member';

/** Serves title 1 with these fields, and two similar titles. */
function serve(part: Partial<Medium> = {}) {
  answer('GET /api/v2/media', ({ url }) =>
    url.searchParams.get('selection') === 'similar'
      ? mediaPage(titles([2, 3]))
      : rowsPage(makeGroup('recent', [makeMedium(1, part), makeMedium(4)])),
  );
  return answer('GET /api/v1/media/{id}', ({ url }) => {
    const id = Number(url.pathname.split('/').at(-1));
    return { medium: makeMedium(id, id === 1 ? part : {}) };
  });
}

function signIn(part: Parameters<typeof makeUser>[0] = {}) {
  answer('GET /api/v1/user', { user: makeUser(part) });
  arriveWithToken(TOKEN);
}

const dialog = async (name = 'Title 1') => within(await screen.findByRole('dialog', { name }));

describe('closing the title modal', () => {
  beforeEach(() => signIn());

  it('goes back to the page that the modal was opened from and restores the focus', async () => {
    serve();
    const { router, user } = renderApp('/discover?media_type=all');
    const link = await screen.findByRole('link', { name: 'Title 1' });
    await user.click(link);
    await dialog();
    expect(router.state.location.pathname).toBe('/discover/media/1');
    expect(router.state.location.search).toBe('?media_type=all');
    await waitFor(() => expect(document.title).toBe('Title 1 · Marquee'));

    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname + router.state.location.search).toBe('/discover?media_type=all');
    expect(router.state.historyAction).toBe('POP');
    await waitFor(() => expect(document.activeElement).toBe(link));
    await waitFor(() => expect(document.title).toBe('Discover · Marquee'));
  });

  it('restores the document title of the page below, also when the page loaded after the modal', async () => {
    serve();
    const { user } = renderApp('/discover/media/1');
    await dialog();
    await screen.findByRole('heading', { level: 1, name: 'Discover', hidden: true });
    expect(document.title).toBe('Title 1 · Marquee');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.title).toBe('Discover · Marquee'));
  });

  it('closes without leaving the address when the stored token has ten characters or fewer, as for a visitor', async () => {
    serve();
    const { router, user } = renderApp('/discover/media/1');
    await dialog();
    writeToken('0123456789');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/discover/media/1');
  });

  it('returns to the page in one step when a title was opened from another title', async () => {
    serve();
    const { router, user } = renderApp('/discover');
    await user.click(await screen.findByRole('link', { name: 'Title 1' }));
    const first = await dialog();
    await user.click(await first.findByRole('link', { name: 'Title 2' }));
    await dialog('Title 2');
    expect(router.state.location.pathname).toBe('/discover/media/2');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/discover'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('returns to the page when the browser closes the dialog without a cancel event', async () => {
    serve();
    const { router, user } = renderApp('/discover');
    await user.click(await screen.findByRole('link', { name: 'Title 1' }));
    await dialog();
    screen.getByRole<HTMLDialogElement>('dialog').close();
    await waitFor(() => expect(router.state.location.pathname).toBe('/discover'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['at /', '/'],
    ['by its address', '/discover/media/1'],
  ])('removes all opened titles from the history when the first title was opened %s', async (_, address) => {
    serve();
    const { router, user } = renderApp(address);
    if (address === '/') await user.click(await screen.findByRole('link', { name: 'Title 1' }));
    await user.click(await (await dialog()).findByRole('link', { name: 'Title 2' }));
    await user.click(await (await dialog('Title 2')).findByRole('link', { name: 'Title 3' }));
    await dialog('Title 3');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/discover'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.historyAction).toBe('REPLACE');
    if (address !== '/') return;
    await router.navigate(-1);
    expect(router.state.location.pathname).toBe('/');
  });

  it.each([
    ['/discover/media/1?media_type=movies', '/discover?media_type=movies'],
    ['/rating/media/1', '/rating'],
    ['/search/media/1?query=x', '/search?query=x'],
    ['/hidden/media/1', '/hidden'],
    ['/people/5/media/1', '/people/5'],
  ])('at the title address %s opens the page %s', async (address, parent) => {
    serve();
    answer('GET /api/v1/media/to_rate', mediaPage([]));
    answer('POST /api/v1/user_preferences/save', {
      user_preferences: { filter_all_streaming_services: 'true', filter_media_type: 'all' },
    });
    const { router, user } = renderApp(address);
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(parent));
    expect(router.state.historyAction).toBe('REPLACE');
  });
});

describe('the title modal for visitors', () => {
  it('shows the title, but no offers, in front of the login, and closing keeps the path', async () => {
    serve({ provider_medium: [], likelyhood: null });
    answer('GET /api/v1/bot_check/challenge', { provider: 'off' });
    const { router, user } = renderApp('/discover/media/1?media_type=all');
    const shown = await dialog();
    await shown.findByText('Log in or sign up to see streaming provider(s) information.');
    expect(shown.queryByText('Streaming information coming soon!...')).toBeNull();
    expect(shown.queryByRole('button', { name: 'Lists' })).toBeNull();
    await waitFor(() => expect(localStorage.getItem('redirect_to')).toBe('/discover/media/1?media_type=all'));

    await user.click(shown.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/discover/media/1');
    await screen.findByLabelText('Password');
  });
});

describe('the title modal for members', () => {
  beforeEach(() => signIn({ critical_rating_source: 'metacritic' }));

  it('shows facts, credits, offers, match and actions', async () => {
    serve({
      rating: 9,
      critical_rating: 84,
      provider_medium: [
        makeOffer({ service: 0, price: 3.99 }),
        makeOffer({ service: 1, selected: true, checked_at: '2026-10-30T08:00:00.000Z' }),
      ],
    });
    answer('GET /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { medium_id: 1, rating: 9, tags: ['Cult'], can_suggest_to_share: false },
    });
    renderApp('/discover/media/1');
    const shown = await dialog();
    await shown.findByText('What happens in title 1.');
    shown.getByText(/Movie.*1971.*1 h 38 min.*PG/);
    shown.getByText(/Drama.*Metacritic 84/);
    expect(shown.getByRole('radio', { name: '4.5 stars' })).toHaveProperty('checked', true);
    expect(shown.getByRole('link', { name: 'Hal Ashby' })).toHaveProperty('pathname', '/people/5');
    expect(shown.getByRole('link', { name: 'Ruth Gordon' })).toHaveProperty('pathname', '/people/6');
    expect((await shown.findByRole('list', { name: 'Tags' })).textContent).toBe('Cult');
    shown.getByText('no preview available');

    const offers = within(shown.getByRole('region', { name: 'Where to watch' })).getAllByRole('link');
    expect(offers.map((offer) => offer.textContent)).toEqual([
      'Max (opens in a new tab)',
      'Netflix$3.99 (opens in a new tab)',
    ]);
    expect(shown.getByText(/Offers from/).textContent).toBe('Offers from Public title lists');
    await shown.findByRole('region', { name: 'More like this' });
  });

  it('shows that the title is in Watch Later, removes it with one press, and Undo restores its place', async () => {
    serve({ has_list: true });
    const later = makeList(2, { name: 'Watch Later', list_type: 'watch_later', count_media: 3 });
    const ordered = answer('PUT /api/v1/user_lists/{id}', { user_list: later });
    const added = answer('POST /api/v1/user_lists/0/user_list_media', {
      user_list_medium: { id: 1, user_list_id: 2, medium_id: 1, position: 3 },
    });
    answer('GET /api/v1/user_lists', { user_lists: [later] });
    answer('GET /api/v1/user_lists/{id}', () => ({
      // The order before the removal, and after the title was added again at the end.
      user_list: { ...later, sorted_medium_ids: ordered.length + added.length > 0 ? '8,9,1' : '8,1,9' },
      pagination: pagination(3),
    }));
    const removed = answer('DELETE /api/v1/user_lists/{id}/user_list_media/0', null);
    const { user } = renderApp('/discover/media/1');
    const shown = await dialog();
    await user.click(await shown.findByRole('button', { name: 'Watch Later', pressed: true }));
    shown.getByRole('button', { name: 'Watch Later', pressed: false });
    await waitFor(() => expect(removed[0]?.url.pathname).toBe('/api/v1/user_lists/2/user_list_media/0'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(added[0]?.body).toEqual({ user_list_medium: { medium_id: 1 }, to_watch_later: true }),
    );
    await waitFor(() => expect(ordered[0]?.body).toEqual({ user_list: { sorted_medium_ids: '8,1,9' } }));
  });

  it('a double click on Watch Later saves the title, and does not take it out again', async () => {
    serve();
    const added = answer('POST /api/v1/user_lists/0/user_list_media', {
      user_list_medium: { id: 1, user_list_id: 2, medium_id: 1, position: 1 },
    });
    const removed = answer('DELETE /api/v1/user_lists/{id}/user_list_media/0', null);
    const { user } = renderApp('/discover/media/1');
    const shown = await dialog();
    await user.dblClick(await shown.findByRole('button', { name: 'Watch Later', pressed: false }));
    await screen.findByText('“Title 1” is in Watch Later.');
    await shown.findByRole('button', { name: 'Watch Later', pressed: true });
    expect([added.length, removed.length]).toEqual([1, 0]);
  });

  it('asks what is wrong with an offer, says that it was reported, and takes the report back with Undo', async () => {
    const calls: unknown[] = [];
    serve({ provider_medium: [makeOffer({ service: 0 }), makeOffer({ service: 1 })] });
    answer('POST /api/v1/media/{id}/wrong_offer', ({ body }) => {
      calls.push(body);
      return { medium: makeMedium(1, { provider_medium: [makeOffer({ service: 1 })] }) };
    });
    const takenBack = answer('DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}', null);
    const { user } = renderApp('/discover/media/1');
    const shown = await dialog();
    await user.click(await shown.findByRole('button', { name: 'Report that the offer of Netflix is wrong' }));
    const kinds = within(shown.getByRole('group', { name: 'What is wrong?' })).getAllByRole('button');
    expect(kinds.map(({ textContent }) => textContent)).toEqual(['It is gone', 'The price', 'The link']);
    await user.click(shown.getByRole('button', { name: 'It is gone' }));
    await shown.findByText('You reported this offer as gone.');
    expect(shown.queryByRole('link', { name: /Netflix/ })).toBeNull();
    expect(shown.queryByText('Streaming information coming soon!...')).toBeNull();
    shown.getByRole('link', { name: /Max/ });
    await waitFor(() => expect(calls).toEqual([{ provider_medium_id: 70, kind: 'gone' }]));
    await user.click(shown.getByRole('button', { name: 'Undo the report of Netflix' }));
    await shown.findByRole('link', { name: /Netflix/ });
    await waitFor(() => expect(takenBack).toHaveLength(1));
  });

  it('says one sentence of a title without an offer, and which countries have some where the own one has none', async () => {
    signIn({ country: 'DE' });
    serve({ provider_medium: [] });
    answer('GET /api/v1/countries', { countries: [{ code: 'US', name: 'US', titles: 1 }] });
    renderApp('/discover/media/1');
    const shown = await dialog();
    const link = await shown.findByRole('link', { name: 'Change your country' });
    expect(link.parentElement?.textContent).toBe(
      'There are no streaming offers for Germany yet. There are offers for the United States. Change your country',
    );
    expect(shown.getByRole('link', { name: 'Change your country' })).toHaveProperty('pathname', '/settings');
  });

  it('gives the reason as the server wrote it, and the names of the rated titles in it open them', async () => {
    serve({
      likelyhood: 8.2,
      reason: 'Like Being There and Shampoo: politics, the 1970s.',
      reason_parts: [
        { text: 'Like ', medium_id: null },
        { text: 'Being There', medium_id: 3 },
        { text: ' and ', medium_id: null },
        { text: 'Shampoo', medium_id: 4 },
        { text: ': politics, the 1970s.', medium_id: null },
      ],
    });
    renderApp('/discover/media/1');
    const shown = await dialog();
    const link = await shown.findByRole('link', { name: 'Being There' });
    expect(link).toHaveProperty('pathname', '/discover/media/3');
    expect(shown.getByRole('link', { name: 'Shampoo' })).toHaveProperty('pathname', '/discover/media/4');
    shown.getByText(
      (_, element) => element?.textContent === 'Like Being There and Shampoo: politics, the 1970s.',
    );
    expect(shown.getByText('82 %').parentElement?.textContent).toBe('Your match: Likely82 %');
  });

  it('says what the match of a title without a reason rests on, and where a scene is in its credits', async () => {
    serve({ likelyhood: 5.2, credits_scene: 'after' });
    renderApp('/discover/media/1');
    const shown = await dialog();
    await shown.findByText('From all your ratings together: no single one explains it.');
    shown.getByText('A scene follows after the credits.');
  });

  it('shows a link to the wall, not a likelihood, until the member has three ratings', async () => {
    signIn({ rating_count: 2 });
    serve({ likelyhood: 8.2 });
    renderApp('/discover/media/1');
    const shown = await dialog();
    const link = await shown.findByRole('link', { name: 'Rate a few titles to see your match' });
    expect(link).toHaveProperty('pathname', '/welcome/rate');
    expect(shown.queryByText(/%/)).toBeNull();
  });

  it('shows the trailer after a click', async () => {
    serve({ video_url: 'https://cdn.example/trailer.mp4' });
    const { user } = renderApp('/discover/media/1');
    const shown = await dialog();
    await user.click(await shown.findByRole('button', { name: 'Play trailer' }));
    await waitFor(() => expect(document.querySelector('video')?.src).toBe('https://cdn.example/trailer.mp4'));
    shown.getByText('loading preview...');
  });

  it('fetches a title again after 500 ms when the title has no offers', async () => {
    const calls = serve({ provider_medium: [] });
    renderApp('/discover/media/1');
    stopClock();
    await until(() => screen.getByText('Streaming information coming soon!...'));
    await pass(MEDIUM_FETCH_DEBOUNCE_MS - 1);
    expect(calls).toHaveLength(1);
    await pass(1);
    await until(() => expect(calls).toHaveLength(2));
    await pass(2 * MEDIUM_FETCH_DEBOUNCE_MS);
    expect(calls).toHaveLength(2);
  });

  it('offers to go back to the page below when the title does not exist', async () => {
    answer('GET /api/v1/media/{id}', { status: 404, error: 'not_found' });
    const { router, user } = renderApp('/discover/media/99');
    await screen.findByText('This title does not exist.');
    await user.click(screen.getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/discover'));
  });
});

describe('following an offer', () => {
  const interaction = {
    id: 31,
    medium_id: 1,
    provider_medium_id: 70,
    answer: null,
    title: 'Title 1',
    created_at: '2026-11-20T20:00:00.000Z',
  };

  async function follow() {
    signIn();
    serve();
    const created = answer('POST /api/v1/user_interactions', { user_interaction: interaction });
    const answered = answer('PUT /api/v1/user_interactions/{id}', { user_interaction: interaction });
    answer('GET /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { medium_id: 1, rating: null, tags: [], can_suggest_to_share: false },
    });
    answer('GET /api/v1/system_medium_tags', { system_medium_tags: [] });
    const { user } = renderApp('/discover/media/1');
    const shown = await dialog();
    const link = await shown.findByRole('link', { name: /Netflix/ });
    expect(link.getAttribute('target')).toBe('_blank');
    // Keeps the browser from following the link.
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    await screen.findByRole('dialog', { name: 'How much did you like this title?' });
    expect(created.map(({ body }) => body)).toEqual([
      { user_interaction: { medium_id: 1, provider_medium_id: 70 } },
    ]);
    return { user, answered };
  }
  const body = (given: number) => ({ user_interaction: { provider_medium_id: 70, answer: given } });

  it('records an interaction and asks about it; Close sends the answer "do nothing"', async () => {
    const { user, answered } = await follow();
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    await waitFor(() => expect(answered.map((call) => call.body)).toEqual([body(2)]));
    expect(answered[0]?.url.pathname).toBe('/api/v1/user_interactions/31');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'How much did you like this title?' })).toBeNull(),
    );
  });

  it('sends the answer "I didn’t watch it"', async () => {
    const { user, answered } = await follow();
    await user.click(screen.getByRole('button', { name: 'I didn’t watch it' }));
    await waitFor(() => expect(answered.map((call) => call.body)).toEqual([body(0)]));
  });

  it('opens the rating dialog after the answer "I’m ready to rate it"', async () => {
    const { user, answered } = await follow();
    await user.click(screen.getByRole('button', { name: 'I’m ready to rate it' }));
    await waitFor(() => expect(answered.map((call) => call.body)).toEqual([body(1)]));
    await waitFor(() => expect(screen.getAllByRole('dialog', { name: 'Title 1' })).toHaveLength(2));
    expect(screen.getAllByRole('group', { name: 'Your rating' })).toHaveLength(2);
  });

  it('shows no error when the interaction cannot be recorded', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    signIn();
    serve();
    answer('POST /api/v1/user_interactions', { status: 404, error: 'not_found' });
    const { user } = renderApp('/discover/media/1');
    const link = await (await dialog()).findByRole('link', { name: /Netflix/ });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    await user.click(await screen.findByRole('button', { name: 'I don’t want to rate it' }));
    await waitFor(() => expect(warned).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    warned.mockRestore();
  });

  it('shows an unanswered interaction as one line on the next visit', async () => {
    signIn();
    serve();
    answer('GET /api/v2/media', rowsPage(makeGroup('recommended', titles([1]))));
    answer('GET /api/v1/user_interactions', { user_interactions: [interaction] });
    const answered = answer('PUT /api/v1/user_interactions/{id}', { user_interaction: interaction });
    const { user } = renderApp('/discover');
    await user.click(await screen.findByRole('button', { name: 'Tell us how it was' }));
    await user.click(await screen.findByRole('button', { name: 'I didn’t watch it' }));
    await waitFor(() => expect(answered).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Tell us how it was' })).toBeNull());
  });
});

it('keeps new stars when the title was asked for its rating before they were saved', async () => {
  signIn();
  serve();
  const rating = { medium_id: 1, rating: 7, tags: [], can_suggest_to_share: false };
  const late = Promise.withResolvers<void>();
  const asked = answer('GET /api/v1/media/{id}/user_medium_ratings', async () => {
    await late.promise;
    return { user_medium_rating: { ...rating, rating: null } };
  });
  const saving = Promise.withResolvers<void>();
  answer('POST /api/v1/media/{id}/user_medium_ratings', async () => {
    await saving.promise;
    return { user_medium_rating: rating };
  });
  const { user } = renderApp('/discover/media/1');
  const sheet = await dialog();
  await user.click(await sheet.findByRole('radio', { name: '3.5 stars' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  saving.resolve();
  await sheet.findByRole('button', { name: 'Add tags' });
  late.resolve();
  // By the time of another reply, the late one has been read.
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('link', { name: 'Title 1' }));
  await (await dialog()).findByRole('button', { name: 'Add tags' });
});
