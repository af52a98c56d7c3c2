import type { MediumCard } from '@marquee/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readSession } from '#src/lib/session/session.ts';
import { makeMedium, mediaPage, rowsPage, titles, upTo } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

function signIn(part: Parameters<typeof makeUser>[0] = {}) {
  answer('GET /api/v1/user', { user: makeUser({ rating_count: 0, ...part }) });
  arriveWithToken('token-of-a-member');
}

describe('/welcome/rate', () => {
  const card = (title: string) =>
    within(screen.getByRole('group', { name: `Your rating of ${title}` }).closest('li') ?? document.body);
  const wallTitles = () =>
    screen
      .getAllByRole('group', { name: /^Your rating of/ })
      .map((group) => group.querySelector('legend')?.textContent?.replace('Your rating of ', ''));

  /** Serves the titles of `deck` whose ids are not in `answered`, and the titles of the outlook. */
  function serve({
    deck = upTo(14),
    outlook = titles([31, 32, 33]) as MediumCard[],
    contrast = [] as number[],
  } = {}) {
    const answered = new Set<number>();
    const idOf = (url: URL) => Number(/media\/(\d+)/.exec(url.pathname)?.[1]);
    answer('GET /api/v1/media/to_rate', ({ url }) => {
      const ids = url.searchParams.get('contrast') === 'true' ? contrast : deck;
      return mediaPage(titles(ids.filter((id) => !answered.has(id))).map((medium) => ({ ...medium })));
    });
    const rows = answer('GET /api/v2/media', ({ url }) =>
      url.searchParams.has('grouped_genres') ? rowsPage() : mediaPage(outlook),
    );
    const rated = answer('POST /api/v1/media/{id}/user_medium_ratings', ({ url }) => {
      answered.add(idOf(url));
      return {
        user_medium_rating: { medium_id: idOf(url), rating: 8, tags: [], can_suggest_to_share: true },
      };
    });
    return { answered, rated, outlook: () => rows.filter(({ url }) => url.searchParams.has('selection')) };
  }

  it('replaces a rated title by the next title in its slot and refreshes the recommendations', async () => {
    signIn();
    const { rated, outlook } = serve();
    const { user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 12' });
    expect(wallTitles()).toEqual(upTo(12).map((id) => `Title ${id}`));
    await waitFor(() => expect(outlook()).toHaveLength(1));

    await user.click(card('Title 2').getByRole('radio', { name: '4 stars' }));
    expect(rated, 'stars may be changed for a moment').toHaveLength(0);
    await screen.findByRole('group', { name: 'Your rating of Title 13' });
    expect(wallTitles()).toEqual([
      'Title 1',
      'Title 13',
      ...upTo(12)
        .slice(2)
        .map((id) => `Title ${id}`),
    ]);
    expect(rated[0]?.body).toEqual({ user_medium_rating: { rating: 8 } });
    expect(outlook()).toHaveLength(2);
    expect(readSession().user?.rating_count).toBe(1);
    screen.getByText('1 title rated. 5 make a good start.');
  });

  it('asks for famous titles that are probably not for the member, from three ratings on', async () => {
    signIn({ rating_count: 2 });
    const { rated } = serve({ contrast: [41, 2, 42] });
    const { user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 1' });
    expect(screen.queryByRole('heading', { name: 'Famous, and not for you?' })).toBeNull();
    await user.click(card('Title 1').getByRole('radio', { name: '4 stars' }));
    const row = (await screen.findByRole('heading', { name: 'Famous, and not for you?' })).parentElement;
    const asked = () => within(row ?? document.body).queryAllByRole('group');
    // Title 2 is on the wall already.
    expect(asked().map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Your rating of Title 41',
      'Your rating of Title 42',
    ]);
    await user.click(card('Title 41').getByRole('radio', { name: '1 star' }));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(rated.at(-1)?.body).toEqual({ user_medium_rating: { rating: 2 } });
  });

  it('finds a title by name, which can be rated in place', async () => {
    signIn();
    const { rated } = serve({ outlook: titles([51, 52]) as MediumCard[] });
    const { user } = renderApp('/welcome/rate');
    const field = await screen.findByLabelText('Missing one? Find it by name');
    await user.type(field, 'title fifty');
    await screen.findByRole('group', { name: 'Your rating of Title 51' });
    await user.click(card('Title 51').getByRole('radio', { name: '5 stars' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Your rating of Title 51' })).toBeNull());
    expect(rated[0]?.body).toEqual({ user_medium_rating: { rating: 10 } });
    await user.type(field, '{Escape}');
    expect(screen.queryByRole('group', { name: 'Your rating of Title 52' })).toBeNull();
  });

  it('saves only the last of the stars picked in quick succession', async () => {
    signIn();
    const { rated } = serve();
    const { user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 1' });
    await user.click(card('Title 1').getByRole('radio', { name: '5 stars' }));
    await user.click(card('Title 1').getByRole('radio', { name: '1.5 stars' }));
    await screen.findByRole('group', { name: 'Your rating of Title 13' });
    expect(rated.map(({ body }) => body)).toEqual([{ user_medium_rating: { rating: 3 } }]);
  });

  it('saves the stars on Enter after arrow keys picked them, and keeps the focus in the slot', async () => {
    signIn();
    const { rated } = serve();
    const { user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 1' });
    const radio = card('Title 1').getByRole('radio', { name: '3 stars' });
    radio.focus();
    fireEvent.keyDown(radio, { key: 'ArrowRight' });
    fireEvent.click(radio);
    await user.keyboard('{Enter}');
    await screen.findByRole('group', { name: 'Your rating of Title 13' });
    expect(rated.map(({ body }) => body)).toEqual([{ user_medium_rating: { rating: 6 } }]);
    expect(document.activeElement).toBe(radio);
  });

  it('saves pending stars when the page is left', async () => {
    signIn();
    const { rated } = serve();
    const { router, user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 1' });
    await user.click(card('Title 1').getByRole('radio', { name: '2 stars' }));
    await user.click(screen.getByRole('link', { name: 'Skip' }));
    expect(router.state.location.pathname).toBe('/discover');
    await waitFor(() =>
      expect(rated.map(({ body }) => body)).toEqual([{ user_medium_rating: { rating: 4 } }]),
    );
  });

  it("adds a title to Haven't Watched and shows the next title", async () => {
    signIn();
    const { answered } = serve();
    const added = answer('POST /api/v1/user_lists/0/user_list_media', () => {
      answered.add(3);
      return { user_list_medium: { id: 1, user_list_id: 2, medium_id: 3, position: 1 } };
    });
    const { user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 3' });
    await user.click(screen.getByRole('button', { name: "Haven't Watched Title 3" }));
    await screen.findByRole('group', { name: 'Your rating of Title 13' });
    expect(added[0]?.body).toEqual({ user_list_medium: { medium_id: 3 }, to_havent_watched: true });
    expect(wallTitles()[2]).toBe('Title 13');
  });

  it('keeps the title on the wall when its rating cannot be saved', async () => {
    signIn();
    serve();
    answer('POST /api/v1/media/{id}/user_medium_ratings', { status: 500, error: 'internal_error' });
    const { user } = renderApp('/welcome/rate');
    await screen.findByRole('group', { name: 'Your rating of Title 1' });
    await user.click(card('Title 1').getByRole('radio', { name: '2 stars' }));
    await screen.findByText('We could not save your rating. Please try again.');
    expect(wallTitles()[0]).toBe('Title 1');
    expect(readSession().user?.rating_count).toBe(0);

    const again = answer('POST /api/v1/media/{id}/user_medium_ratings', {
      user_medium_rating: { medium_id: 1, rating: 4, tags: [], can_suggest_to_share: false },
    });
    await user.click(card('Title 1').getByRole('radio', { name: '2 stars' }));
    await waitFor(() => expect(again, 'the same stars can be picked again').toHaveLength(1));
  });

  it.each([
    [0, 'true', [9, 9], 'Rate 3 more to personalize this row'],
    [3, 'true', [9, 8, 7.9], '2 titles that you’ll probably like'],
    [3, 'false', [9, 3], '1 title on your streaming services that you’ll probably like'],
    [9, 'false', [7.9], 'These titles are based on your ratings'],
  ] as const)(
    'with %d ratings, all services %s and the likelihoods %j, the outlook says "%s"',
    async (count, all, likely, text) => {
      signIn({
        rating_count: count,
        preferences: { filter_all_streaming_services: all, filter_media_type: 'all' },
      });
      serve({ outlook: likely.map((likelyhood, index) => makeMedium(40 + index, { likelyhood })) });
      renderApp('/welcome/rate');
      await screen.findByText(text);
    },
  );

  it('shows a text when no title is left to rate', async () => {
    signIn({ rating_count: 9 });
    serve({ deck: [] });
    renderApp('/welcome/rate');
    await screen.findByText('You have rated every title that you probably know, or added it to a list.');
  });
});
