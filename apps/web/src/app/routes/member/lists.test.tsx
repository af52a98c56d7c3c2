import type { UserList } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { giveSizes, makeList, makeMedium, mediaPage, pagination, titles } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

/** Serves the list with these titles as its first page. */
function serve(ids: number[], part: Partial<UserList> = {}) {
  let order = ids;
  const list = () =>
    makeList(3, {
      name: 'Rainy days',
      count_media: order.length,
      sorted_medium_ids: order.join(','),
      ...part,
    });
  const calls = answer('GET /api/v1/user_lists/{id}', () => ({
    user_list: { ...list(), media: titles(order) },
    pagination: pagination(order.length),
  }));
  return {
    calls,
    list,
    set: (next: number[]) => {
      order = next;
    },
  };
}

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  return () => vi.restoreAllMocks();
});

const names = () => screen.getAllByRole('article').map((card) => card.querySelector('a')?.textContent);

describe('My Lists', () => {
  it('shows invitations first, then each list with its titles', async () => {
    answer('GET /api/v1/user_lists', {
      user_lists: [
        makeList(1, { name: 'Watch Later', list_type: 'watch_later', can_share: false, count_media: 0 }),
        makeList(3, { name: 'Rainy days', count_media: 2 }),
        makeList(9, {
          name: 'Theirs',
          is_owner: false,
          pending_accept: true,
          code: 'abc',
          owner_name: 'grace',
          count_media: 12,
        }),
      ],
    });
    answer('GET /api/v1/user_lists/{id}', ({ url }) => {
      const id = Number(url.pathname.split('/').at(-1));
      const media = id === 3 ? titles([4, 5]) : [];
      return {
        user_list: makeList(id, { media, count_media: media.length }),
        pagination: pagination(media.length),
      };
    });
    const accepted = answer('GET /accept_list/{code}', { user_list: makeList(9) });
    const { user } = renderApp('/my_lists');

    const rainy = within(await screen.findByRole('region', { name: 'Rainy days' }));
    expect(await rainy.findByRole('link', { name: 'Title 4' })).toHaveProperty(
      'pathname',
      '/my_lists/media/4',
    );
    expect(rainy.getByRole('link', { name: 'Open Rainy days' })).toHaveProperty('pathname', '/my_lists/3');
    const later = within(screen.getByRole('region', { name: 'Watch Later' }));
    expect(await later.findByText('No items present in this list')).toBeTruthy();
    expect(later.queryByRole('button', { name: /Share/ })).toBeNull();

    expect(screen.getByText(/grace shares/).textContent).toContain('Theirs with you, 12 titles');
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(accepted[0]?.url.pathname).toBe('/accept_list/abc'));
  });

  it('asks before Manage lists saves or discards the collected changes', async () => {
    answer('GET /api/v1/user_lists', { user_lists: [makeList(3, { name: 'Rainy days' })] });
    answer('GET /api/v1/user_lists/{id}', { user_list: makeList(3), pagination: pagination(0) });
    const saved = answer('POST /api/v1/user_lists/batch_update', { user_lists: [] });
    const { user } = renderApp('/my_lists');
    await user.click(await screen.findByRole('button', { name: 'Manage lists' }));
    await user.click(await screen.findByRole('button', { name: 'New list' }));
    const manager = within(screen.getByRole('dialog', { name: 'Manage lists' }));
    await user.click(manager.getByRole('button', { name: 'Save' }));
    expect(manager.getByText('Please type the list name.')).toBeTruthy();
    await user.type(manager.getByLabelText('Name of the new list'), 'rainy DAYS');
    await user.click(manager.getByRole('button', { name: 'Save' }));
    expect(manager.getByText('You already have a list with this name.')).toBeTruthy();
    await user.clear(manager.getByLabelText('Name of the new list'));
    await user.type(manager.getByLabelText('Name of the new list'), ' Snow ');

    await user.click(manager.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Go on editing' }));
    await user.click(manager.getByRole('button', { name: 'Save' }));
    const confirm = within(screen.getByRole('dialog', { name: 'Save these changes?' }));
    expect(saved).toHaveLength(0);
    await user.click(confirm.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved[0]?.body).toEqual({ user_lists: [{ name: 'Snow' }] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('Manage lists', () => {
  it('loads the lists again each time it is opened', async () => {
    let name = 'Rainy days';
    answer('GET /api/v1/user_lists', () => ({ user_lists: [makeList(3, { name })] }));
    answer('GET /api/v1/user_lists/{id}', { user_list: makeList(3), pagination: pagination(0) });
    answer('POST /api/v1/user_lists/batch_update', () => {
      name = 'Sunny days';
      return { user_lists: [] };
    });
    const { user } = renderApp('/my_lists');
    await user.click(await screen.findByRole('button', { name: 'Manage lists' }));
    const field = await screen.findByLabelText('Name of Rainy days');
    await user.clear(field);
    await user.type(field, 'Sunny days{Enter}');
    await user.click(
      within(screen.getByRole('dialog', { name: 'Save these changes?' })).getByRole('button', {
        name: 'Save',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Manage lists' }));
    expect(await screen.findByLabelText('Name of Sunny days')).toHaveProperty('value', 'Sunny days');
  });

  it('sends no request for a list that was deleted', async () => {
    let lists = [makeList(3, { name: 'Rainy days' }), makeList(4, { name: 'Snow' })];
    answer('GET /api/v1/user_lists', () => ({ user_lists: lists }));
    const titlesOfList = answer('GET /api/v1/user_lists/{id}', ({ url }) =>
      lists.some(({ id }) => url.pathname.endsWith(`/${id}`))
        ? { user_list: makeList(3), pagination: pagination(0) }
        : { status: 404, error: 'not_found' },
    );
    answer('POST /api/v1/user_lists/batch_update', () => {
      lists = lists.slice(1);
      return { user_lists: [] };
    });
    const { user } = renderApp('/my_lists');
    await waitFor(() => expect(titlesOfList).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Manage lists' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Rainy days' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Save these changes?' })).getByRole('button', {
        name: 'Save',
      }),
    );
    await waitFor(() => expect(titlesOfList).toHaveLength(3));
    expect(titlesOfList.at(-1)?.url.pathname).toBe('/api/v1/user_lists/4');
    expect(screen.queryByRole('region', { name: 'Rainy days' })).toBeNull();
  });
});

describe('an open invitation', () => {
  const invited = (part: Partial<UserList> = {}) =>
    serve([], {
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
      serve([1, 2], { name: 'Theirs', is_owner: false, can_edit: false });
      return { user_list: makeList(3) };
    });
    const { user } = renderApp('/my_lists/3');
    expect(await screen.findByRole('heading', { level: 1, name: 'Theirs' })).toBeTruthy();
    expect(screen.getByText('grace invites you to this list. It holds 12 titles.')).toBeTruthy();
    expect(screen.queryByText(/filters/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(names()).toEqual(['Title 1', 'Title 2']));
    expect(accepted[0]?.url.pathname).toBe('/accept_list/abc');
  });

  it('opens My Lists after a rejection and does not fetch the list again', async () => {
    const { calls } = invited();
    const rejected = answer('GET /reject_list/{code}', { message: 'Gone.' });
    const { user, router } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my_lists'));
    expect(rejected).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  it('refers to the email while the API withholds its code', async () => {
    invited({ code: null });
    renderApp('/my_lists/3');
    expect(await screen.findByText('To answer, open the link in the invitation email.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });
});

describe('sharing a list', () => {
  async function openShare(part: Partial<UserList> = {}) {
    serve([1], part);
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
    expect(dialog.getByText('E-mail already added to the list!')).toBeTruthy();
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

  it('is not offered to users who may not share the list', async () => {
    serve([1], { can_share: false, is_owner: false, can_edit: false, owner_name: 'grace' });
    renderApp('/my_lists/3');
    await screen.findByRole('article');
    expect(screen.getByText('1 title, a list by grace')).toBeTruthy();
    for (const name of ['Share List', 'Remove from list'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Collaborative list' })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Sort titles' })).toBeNull();
    expect(screen.queryByLabelText('Add a title')).toBeNull();
  });
});

describe('/my_lists/{id}', () => {
  it('asks before it becomes collaborative, and changes after the server’s answer', async () => {
    const { list } = serve([1]);
    let agree = () => {};
    const agreed = new Promise<void>((resolve) => {
      agree = resolve;
    });
    const saved = answer('PUT /api/v1/user_lists/{id}', async () => {
      await agreed;
      serve([1], { collaborate: true });
      return { user_list: { ...list(), collaborate: true } };
    });
    const { user } = renderApp('/my_lists/3');
    const collaborative = await screen.findByRole('switch', { name: 'Collaborative list' });
    await user.click(collaborative);
    await user.click(screen.getByRole('button', { name: 'Make it collaborative' }));
    await waitFor(() => expect(saved[0]?.body).toEqual({ user_list: { collaborate: true } }));
    expect(collaborative).toHaveProperty('checked', false);
    agree();
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Collaborative list' })).toHaveProperty('checked', true),
    );
  });

  it('searches titles to add one second after typing, and asks before it adds one', async () => {
    const { set } = serve([1]);
    const searches = answer('GET /api/v2/media', ({ url }) => {
      expect(url.searchParams.get('for_list')).toBe('3');
      return mediaPage([makeMedium(7, { already_added: false }), makeMedium(1, { already_added: true })]);
    });
    const added = answer('POST /api/v1/user_lists/{id}/user_list_media', () => {
      set([1, 7]);
      return { user_list_medium: { id: 1, user_list_id: 3, medium_id: 7, position: 2 } };
    });
    const { user } = renderApp('/my_lists/3');
    const began = Date.now();
    await user.type(await screen.findByLabelText('Add a title'), 'title');
    const found = within(await screen.findByRole('list', { name: 'Titles found' }));
    expect(Date.now() - began).toBeGreaterThan(1_000);
    expect(searches).toHaveLength(1);
    expect(found.getByText('In the list')).toBeTruthy();
    await user.click(found.getByRole('button', { name: 'Add Title 7' }));
    expect(added).toHaveLength(0);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(added[0]?.body).toEqual({ user_list_medium: { medium_id: 7, user_list_id: 3 } }),
    );
    await waitFor(() => expect(names()).toEqual(['Title 1', 'Title 7']));
  });

  it('asks before it removes a title, and Undo restores the title’s position', async () => {
    const { set } = serve([1, 2, 3]);
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
    expect(names()).toEqual(['Title 1', 'Title 3']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(ordered[0]?.body).toEqual({ user_list: { sorted_medium_ids: '1,2,3' } }));
    expect(added).toHaveLength(1);
    await waitFor(() => expect(names()).toEqual(['Title 1', 'Title 2', 'Title 3']));
  });

  it('shows a text when it has no titles', async () => {
    serve([]);
    renderApp('/my_lists/3');
    expect(await screen.findByText('No items present in this list')).toBeTruthy();
  });

  it('links to My Lists when the list does not exist', async () => {
    answer('GET /api/v1/user_lists/{id}', { status: 404, error: 'not_found' });
    renderApp('/my_lists/99');
    expect(await screen.findByText('This list does not exist.')).toBeTruthy();
  });
});

describe('sorting a list', () => {
  const order = () =>
    screen
      .getAllByRole('button', { name: /^Move .* \d of \d$/ })
      .map((handle) => handle.getAttribute('aria-label'));

  it('has an address, and Back ends it', async () => {
    serve([1, 2, 3]);
    const { router, user } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('switch', { name: 'Sort titles' }));
    expect(router.state.location.search).toBe('?sorting=true');
    expect(order()).toHaveLength(3);
    await router.navigate(-1);
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Move / })).toBeNull());
  });

  async function sort() {
    const list = serve([1, 2, 3]);
    const { user } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('switch', { name: 'Sort titles' }));
    return { ...list, user };
  }

  it('picks up, moves and drops by keys with announcements, and saves once', async () => {
    const { set, user } = await sort();
    const saved = answer('PUT /api/v1/user_lists/{id}', () => {
      set([2, 1, 3]);
      return { user_list: makeList(3) };
    });
    screen.getByRole('button', { name: 'Move Title 1, 1 of 3' }).focus();
    await user.keyboard(' ');
    expect(screen.getByText(/Title 1 picked up at 1 of 3/)).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Title 1, 2 of 3')).toBeTruthy();
    expect(saved).toHaveLength(0);
    await user.keyboard(' ');
    expect(screen.getByText('Title 1 dropped at 2 of 3.')).toBeTruthy();
    await waitFor(() =>
      expect(saved.map(({ body }) => body)).toEqual([{ user_list: { sorted_medium_ids: '2,1,3' } }]),
    );
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Title 1, 2 of 3');
  });

  it('restores the order on Esc without saving', async () => {
    const { user } = await sort();
    const saved = answer('PUT /api/v1/user_lists/{id}', { user_list: makeList(3) });
    screen.getByRole('button', { name: 'Move Title 1, 1 of 3' }).focus();
    await user.keyboard(' {ArrowRight}{Escape}');
    expect(order()[0]).toBe('Move Title 1, 1 of 3');
    expect(saved).toHaveLength(0);
  });

  it('moves a title to a position by number', async () => {
    const { set, user } = await sort();
    const saved = answer('PUT /api/v1/user_lists/{id}', () => {
      set([2, 3, 1]);
      return { user_list: makeList(3) };
    });
    await user.click(screen.getByRole('button', { name: 'Move to… Title 1' }));
    await user.click(screen.getByRole('button', { name: 'Last place' }));
    expect(order()).toEqual(['Move Title 2, 1 of 3', 'Move Title 3, 2 of 3', 'Move Title 1, 3 of 3']);
    await waitFor(() => expect(saved[0]?.body).toEqual({ user_list: { sorted_medium_ids: '2,3,1' } }));
  });

  it('restores the order when it cannot be saved', async () => {
    const { user } = await sort();
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    answer('PUT /api/v1/user_lists/{id}', async () => {
      await refused;
      return { status: 409, error: 'conflict', message: 'Another member changed the list.' };
    });
    await user.click(screen.getByRole('button', { name: 'Move to… Title 3' }));
    await user.click(screen.getByRole('button', { name: 'First place' }));
    expect(order()[0]).toBe('Move Title 3, 1 of 3');
    refuse();
    await screen.findByText('Another member changed the list.');
    await waitFor(() => expect(order()[0]).toBe('Move Title 1, 1 of 3'));
  });
});

describe('invitation and share links', () => {
  it.each([
    ['/accept_list/abc', 'GET /accept_list/{code}', 'The list is added to My Lists.'],
    ['/reject_list/abc', 'GET /reject_list/{code}', 'You rejected the invitation.'],
    ['/my_lists/share/abc', 'POST /api/v1/user_lists/{id}/shared_link', 'The list is added to My Lists.'],
  ] as const)('%s sends its call on arrival and opens My Lists', async (address, call, said) => {
    answer('GET /api/v1/user_lists', { user_lists: [] });
    const calls =
      call === 'GET /reject_list/{code}'
        ? answer(call, { message: 'Gone.' })
        : answer(call, { user_list: makeList(3) });
    const { router } = renderApp(address);
    await screen.findByText(said);
    await waitFor(() => expect(router.state.location.pathname).toBe('/my_lists'));
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['/accept_list/abc', 'GET /accept_list/{code}', 'This invitation is no longer open.'],
    [
      '/my_lists/share/abc',
      'POST /api/v1/user_lists/{id}/shared_link',
      'This link to a list no longer works.',
    ],
  ] as const)('%s explains on My Lists why the link does not work', async (address, call, said) => {
    answer('GET /api/v1/user_lists', { user_lists: [] });
    answer(call, { status: 404, error: 'not_found' });
    const { router, user } = renderApp(address);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(said);
    expect(alert.textContent).toContain('Ask the person who');
    expect(router.state.location.pathname).toBe('/my_lists');
    await user.click(within(alert).getByRole('button', { name: 'Show my lists' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be opened again from My Lists when the server did not answer', async () => {
    answer('GET /api/v1/user_lists', { user_lists: [] });
    answer('GET /accept_list/{code}', 'no answer');
    renderApp('/accept_list/abc');
    const again = await screen.findByRole('link', { name: 'Try again' });
    expect(again).toHaveProperty('pathname', '/accept_list/abc');
  });
});
