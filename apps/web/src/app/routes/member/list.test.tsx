import type { UserList } from '@marquee/contracts';
import { SEARCH_DEBOUNCE_MS } from '@marquee/contracts/constants';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { elsewhereInWords } from '#src/features/titles/elsewhere.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { pass, stopClock, until } from '../../../../test/clock.ts';
import { cardTitles, serveList } from '../../../../test/lists.ts';
import { giveSizes, makeList, makeMedium, mediaPage, pagination } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  return () => vi.restoreAllMocks();
});

describe('titles that the filters would hide', () => {
  it('come last, below a line that says how many and why', async () => {
    answer('GET /api/v1/user_lists/{id}', ({ url }) => {
      expect(url.searchParams.get('elsewhere')).toBe('last');
      return {
        user_list: {
          ...makeList(3, { count_media: 3, elsewhere_count: 2 }),
          media: [
            { ...makeMedium(1), elsewhere: false },
            { ...makeMedium(2), elsewhere: true },
            { ...makeMedium(5), elsewhere: true },
          ],
        },
        pagination: pagination(3),
      };
    });
    renderApp('/my_lists/3?all_streaming=false');
    await waitFor(() => expect(cardTitles()).toEqual(['Title 1', 'Title 2', 'Title 5']));
    const line = screen.getByRole('heading', { name: '2 more on other services' });
    const below = screen.getAllByRole('article').filter((card) => line.compareDocumentPosition(card) & 4);
    expect(below).toHaveLength(2);
    screen.getByText('3 titles in all.');
  });

  it('are in the order of tonight those that do not play on the member’s services', async () => {
    const { calls } = serveList([1, 2]);
    renderApp('/my_lists/3?sort=tonight');
    await waitFor(() => expect(cardTitles()).toEqual(['Title 1', 'Title 2']));
    expect(calls.at(-1)?.url.searchParams.get('sort')).toBe('tonight');
    expect(calls.at(-1)?.url.searchParams.get('all_streaming')).toBe('false');
  });

  it.each([
    [{ all_streaming: true, media_type: 'movies' }, 2, '2 series'],
    [{ all_streaming: true, media_type: 'series' }, 1, '1 movie'],
    [{ all_streaming: false, media_type: 'movies' }, 4, '4 more that your filters leave out'],
  ] as const)('with the filters %j are named by what they are', (filters, count, words) => {
    expect(elsewhereInWords(count, filters)).toBe(words);
  });
});

describe('an open invitation', () => {
  const invited = (part: Partial<UserList> = {}) =>
    serveList([], {
      name: 'Theirs',
      is_owner: false,
      can_edit: false,
      can_share: false,
      pending_accept: true,
      code: 'abc',
      owner_name: 'grace',
      count_media: 12,
      ...part,
    });

  it('shows name, owner and count of the list, and Accept shows the titles', async () => {
    invited();
    const accepted = answer('GET /accept_list/{code}', () => {
      serveList([1, 2], { name: 'Theirs', is_owner: false, can_edit: false });
      return { user_list: makeList(3) };
    });
    const { user } = renderApp('/my_lists/3');
    await screen.findByRole('heading', { level: 1, name: 'Theirs' });
    screen.getByText('grace invites you to this list. It has 12 titles.');
    expect(screen.queryByText(/filters/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(cardTitles()).toEqual(['Title 1', 'Title 2']));
    expect(accepted[0]?.url.pathname).toBe('/accept_list/abc');
  });

  it('asks before a rejection, then opens My Lists and does not fetch the list again', async () => {
    const { calls } = invited();
    const rejected = answer('GET /reject_list/{code}', { message: 'Gone.' });
    const { user, router } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    const question = within(screen.getByRole('dialog', { name: 'Reject the invitation?' }));
    expect(rejected).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my_lists'));
    expect(rejected).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });
});

describe('sharing a list', () => {
  async function openShare(part: Partial<UserList> = {}) {
    serveList([1], part);
    const { user } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('button', { name: 'Share List' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: /^Share/ })) };
  }

  it('adds each valid address once and sends only the changes', async () => {
    const shared = answer('POST /api/v1/user_lists/{id}/share', { user_list: makeList(3) });
    const { user, dialog } = await openShare({
      share_items: [
        { id: 1, email: 'grace@example.com', display_name: 'grace', share_allowed: false, state: 'accepted' },
      ],
    });
    const address = dialog.getByLabelText('Email');
    const add = dialog.getByRole('button', { name: 'Add' });
    await user.type(address, 'not-an-address');
    expect(add).toHaveProperty('disabled', true);
    await user.clear(address);
    await user.type(address, 'Grace@example.com');
    await user.click(add);
    dialog.getByText('E-mail already added to the list!');
    await user.clear(address);
    await user.type(address, 'alan@example.com');
    await user.click(add);
    await user.click(dialog.getByRole('switch', { name: 'grace@example.com can share this list' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(shared[0]?.body).toEqual({
        user_list: {
          share_items: [{ email: 'grace@example.com', share_allowed: true }, { email: 'alan@example.com' }],
        },
      }),
    );
  });

  it('shows the saved addresses when the dialog is opened again before the list is loaded', async () => {
    const item = (id: number, email: string) =>
      ({ id, email, display_name: null, share_allowed: false, state: 'pending' }) as const;
    const saved = makeList(3, { share_items: [item(1, 'alan@example.com')] });
    const { user, dialog } = await openShare();
    answer('GET /api/v1/user_lists/{id}', () => new Promise(() => {}));
    answer('POST /api/v1/user_lists/{id}/share', { user_list: saved });
    await user.type(dialog.getByLabelText('Email'), 'alan@example.com');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Share List' }));
    const again = within(await screen.findByRole('dialog', { name: /^Share/ }));
    const shares = within(again.getByRole('list', { name: 'Shared with' }));
    shares.getByText('alan@example.com');
    expect(shares.queryByText('will be invited')).toBeNull();
  });

  it('keeps an address when another user adds it while the dialog is open', async () => {
    const items = [
      { id: 1, email: 'grace@example.com', display_name: null, share_allowed: false, state: 'pending' },
    ] as const;
    const { user, dialog } = await openShare();
    const { calls } = serveList([1], { share_items: [...items] });
    void queryClient.invalidateQueries({ queryKey: mediaKeys.allLists });
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    const shared = answer('POST /api/v1/user_lists/{id}/share', { user_list: makeList(3) });
    await user.type(dialog.getByLabelText('Email'), 'alan@example.com');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(shared[0]?.body).toEqual({ user_list: { share_items: [{ email: 'alan@example.com' }] } }),
    );
  });

  it('is not offered to users who may not share the list', async () => {
    serveList([1], { can_share: false, is_owner: false, can_edit: false, owner_name: 'grace' });
    const { user } = renderApp('/my_lists/3');
    await screen.findByRole('article');
    screen.getByText('1 title, a list by grace');
    await user.click(screen.getByRole('button', { name: 'More' }));
    screen.getByRole('group', { name: 'Filters' });
    for (const name of ['Share List', 'Remove from list'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Collaborative list' })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Sort titles' })).toBeNull();
    expect(screen.queryByLabelText('Add a title')).toBeNull();
  });
});

describe('/my_lists/{id}', () => {
  it('says that the search to add a title does not go through without a connection, and finds titles once it does', async () => {
    serveList([1]);
    answer('GET /api/v2/media', 'no answer');
    const { user } = renderApp('/my_lists/3');
    await user.type(await screen.findByLabelText('Add a title'), 'title');
    await screen.findByText('The search does not go through. Trying again.');
    await screen.findByText(/^The search did not go through/);
    answer('GET /api/v2/media', mediaPage([makeMedium(7, { already_added: false })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Add Title 7' });
  });

  it('asks before the list becomes collaborative, and switches after the server has saved the change', async () => {
    const { list } = serveList([1]);
    let agree = () => {};
    const agreed = new Promise<void>((resolve) => {
      agree = resolve;
    });
    const saved = answer('PUT /api/v1/user_lists/{id}', async () => {
      await agreed;
      serveList([1], { collaborate: true });
      return { user_list: { ...list(), collaborate: true } };
    });
    const { user } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    const collaborative = screen.getByRole('switch', { name: 'Collaborative list' });
    await user.click(collaborative);
    await user.click(screen.getByRole('button', { name: 'Let others edit' }));
    await waitFor(() => expect(saved[0]?.body).toEqual({ user_list: { collaborate: true } }));
    expect(collaborative).toHaveProperty('checked', false);
    agree();
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Collaborative list' })).toHaveProperty('checked', true),
    );
  });

  it('starts the search one second after the last key, and asks before it adds a title', async () => {
    const { set } = serveList([1]);
    const searches = answer('GET /api/v2/media', ({ url }) => {
      expect(url.searchParams.get('for_list')).toBe('3');
      return mediaPage([makeMedium(7, { already_added: false }), makeMedium(1, { already_added: true })]);
    });
    const added = answer('POST /api/v1/user_lists/{id}/user_list_media', () => {
      set([1, 7]);
      return { user_list_medium: { id: 1, user_list_id: 3, medium_id: 7, position: 2 } };
    });
    const { user } = renderApp('/my_lists/3');
    const field = await screen.findByLabelText('Add a title');
    stopClock();
    fireEvent.change(field, { target: { value: 'title' } });
    await pass(SEARCH_DEBOUNCE_MS - 1);
    expect(searches).toHaveLength(0);
    await pass(1);
    await until(() => screen.getByRole('list', { name: 'Titles found' }));
    vi.useRealTimers();
    const found = within(screen.getByRole('list', { name: 'Titles found' }));
    expect(searches).toHaveLength(1);
    found.getByText('In the list');
    await user.click(found.getByRole('button', { name: 'Add Title 7' }));
    expect(added).toHaveLength(0);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }));
    expect(screen.queryByRole('list', { name: 'Titles found' })).toBeNull();
    expect(field).toHaveProperty('value', '');
    expect(document.activeElement, 'is ready for the next title').toBe(field);
    await waitFor(() =>
      expect(added[0]?.body).toEqual({ user_list_medium: { medium_id: 7, user_list_id: 3 } }),
    );
    await waitFor(() => expect(cardTitles()).toEqual(['Title 1', 'Title 7']));
  });

  it('asks before it removes a title, and Undo restores the title’s position', async () => {
    const { set } = serveList([1, 2, 3]);
    const removed = answer('DELETE /api/v1/user_lists/{id}/user_list_media/0', () => {
      set([1, 3]);
      return null;
    });
    const added = answer('POST /api/v1/user_lists/{id}/user_list_media', {
      user_list_medium: { id: 1, user_list_id: 3, medium_id: 2, position: 3 },
    });
    const ordered = answer('PUT /api/v1/user_lists/{id}', () => {
      set([1, 2, 3]);
      return { user_list: makeList(3) };
    });
    const { user } = renderApp('/my_lists/3');
    (await screen.findByRole('link', { name: 'Title 2' })).focus();
    await user.keyboard('x');
    expect(removed).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(removed[0]?.url.search).toBe('?medium_id=2'));
    expect(cardTitles()).toEqual(['Title 1', 'Title 3']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(ordered[0]?.body).toEqual({ user_list: { sorted_medium_ids: '1,2,3' } }));
    expect(added).toHaveLength(1);
    await waitFor(() => expect(cardTitles()).toEqual(['Title 1', 'Title 2', 'Title 3']));
  });

  it('shows a text when the list has no titles', async () => {
    serveList([]);
    renderApp('/my_lists/3');
    await screen.findByText('No items present in this list');
  });

  it('links to My Lists when the list does not exist', async () => {
    answer('GET /api/v1/user_lists/{id}', { status: 404, error: 'not_found' });
    renderApp('/my_lists/99');
    await screen.findByText('This list does not exist.');
  });
});
