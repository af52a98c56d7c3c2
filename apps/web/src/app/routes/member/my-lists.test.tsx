import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#src/lib/http/query-client.ts';
import { giveSizes, makeList, pagination, titles } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  return () => vi.restoreAllMocks();
});

describe('My Lists', () => {
  it('shows invitations first, then each list as a fan of posters with count, people and last change', async () => {
    answer('GET /api/v1/user_lists', {
      user_lists: [
        makeList(1, { name: 'Watch Later', list_type: 'watch_later', can_share: false, count_media: 0 }),
        makeList(3, {
          name: 'Rainy days',
          count_media: 2,
          collaborate: true,
          share_items: [
            {
              id: 1,
              email: 'grace@example.com',
              display_name: 'grace',
              share_allowed: false,
              state: 'accepted',
            },
          ],
          covers: ['/images/posters/5.svg', '/images/posters/4.svg'],
          last_change: { by: 'grace', action: 'added', title: 'Coraline', at: '2026-11-20T12:00:00.000Z' },
        }),
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

    const own = (await screen.findByRole('link', { name: 'Open Rainy days' })).closest('li');
    if (!own) return expect.unreachable();
    expect(within(own).getByRole('link')).toHaveProperty('pathname', '/my_lists/3');
    within(own).getByText('2 titles, with grace, collaborative');
    within(own).getByText('grace added Coraline. November 20');
    const posters = Array.from(own.querySelectorAll('img'), (poster) => poster.getAttribute('src'));
    expect(posters, 'the last one lies on top').toEqual(['/images/posters/4.svg', '/images/posters/5.svg']);
    expect(screen.queryByRole('region', { name: 'Watch Later' }), 'an empty one is no row').toBeNull();

    expect(screen.getByText(/grace shares/).textContent).toContain('Theirs with you, 12 titles');
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(accepted[0]?.url.pathname).toBe('/accept_list/abc'));
  });

  it('invites a new member to save titles, and has no filters while there is nothing to filter', async () => {
    const later = { name: 'Watch Later', list_type: 'watch_later' as const };
    const unseen = { name: "Haven't Watched", list_type: 'havent_watched' as const };
    answer('GET /api/v1/user_lists', { user_lists: [makeList(3, later), makeList(4, unseen)] });
    answer('GET /api/v1/user_lists/{id}', { user_list: makeList(3, later), pagination: pagination(0) });
    renderApp('/my_lists');
    const lists = within(await screen.findByRole('list', { name: 'Lists' }));
    const [own, add, ...others] = lists.getAllByRole('listitem');
    if (!own || !add) return expect.unreachable();
    within(own).getByRole('link', { name: 'Open Watch Later' });
    within(own).getByText('Nothing yet');
    expect(within(own).getByRole('link', { name: 'Find titles' })).toHaveProperty('pathname', '/discover');
    expect(within(own).queryByText(/on your services tonight/)).toBeNull();
    within(add).getByRole('button', { name: 'New list' });
    expect(others, 'Haven’t Watched is a line below').toEqual([]);
    screen.getByRole('link', { name: "Open Haven't Watched" });
    expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
  });

  it('says before the titles that the filters would hide how many they are and why, and arrow keys pass the text', async () => {
    const later = { name: 'Watch Later', list_type: 'watch_later' as const };
    answer('GET /api/v1/user_lists', { user_lists: [makeList(3, { ...later, count_media: 3 })] });
    answer('GET /api/v1/user_lists/{id}', {
      user_list: makeList(3, {
        media: titles([4, 5, 6]).map((medium) => ({ ...medium, elsewhere: medium.id > 4 })),
        count_media: 3,
        elsewhere_count: 2,
      }),
      pagination: pagination(3),
    });
    const { user } = renderApp('/my_lists');
    const rainy = within(await screen.findByRole('region', { name: 'Watch Later' }));
    const own = await rainy.findByRole('link', { name: 'Title 4' });
    const texts = rainy.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts.indexOf('2 more on other services')).toBe(1);
    own.focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(rainy.getByRole('link', { name: 'Title 5' }));
    expect(document.activeElement?.getAttribute('aria-description')).toBe('Your filters leave it out');
  });

  it('shows titles as always where all of them are on other services', async () => {
    const later = { name: 'Watch Later', list_type: 'watch_later' as const, count_media: 2 };
    answer('GET /api/v1/user_lists', { user_lists: [makeList(3, later)] });
    answer('GET /api/v1/user_lists/{id}', {
      user_list: makeList(3, {
        ...later,
        media: titles([4, 5]).map((medium) => ({ ...medium, elsewhere: true })),
        elsewhere_count: 2,
      }),
      pagination: pagination(2),
    });
    renderApp('/my_lists');
    const row = within(await screen.findByRole('region', { name: 'Watch Later' }));
    const first = await row.findByRole('link', { name: 'Title 4' });
    expect(first.getAttribute('aria-description')).toBeNull();
    expect(row.queryByText('2 more on other services')).toBeNull();
  });

  it('says what of Watch Later plays on the member’s services, leads to it, and names the own last change', async () => {
    const last_change = {
      by: 'ada',
      action: 'added',
      title: 'Coraline',
      at: '2026-11-20T12:00:00.000Z',
    } as const;
    const later = makeList(3, {
      name: 'Watch Later',
      list_type: 'watch_later',
      count_media: 5,
      last_change,
    });
    answer('GET /api/v1/user_lists', { user_lists: [later] });
    answer('GET /api/v1/user_lists/{id}', ({ url }) => ({
      user_list: later,
      pagination: pagination(url.searchParams.get('all_streaming') === 'false' ? 2 : 5),
    }));
    renderApp('/my_lists');
    const link = await screen.findByRole('link', { name: '2 play on your services tonight' });
    expect(link).toHaveProperty('pathname', '/my_lists/3');
    expect(link).toHaveProperty('search', '?sort=tonight');
    screen.getByText('You added Coraline. November 20');
  });

  it('moves the focus over the text when the last title before it leaves the list', async () => {
    const later = { name: 'Watch Later', list_type: 'watch_later' as const };
    answer('GET /api/v1/user_lists', { user_lists: [makeList(3, { ...later, count_media: 2 })] });
    let ids = [4, 5];
    answer('GET /api/v1/user_lists/{id}', () => ({
      user_list: makeList(3, {
        ...later,
        media: titles(ids).map((medium) => ({ ...medium, has_list: true, elsewhere: medium.id > 4 })),
        count_media: ids.length,
        elsewhere_count: 1,
      }),
      pagination: pagination(ids.length),
    }));
    renderApp('/my_lists');
    const row = within(await screen.findByRole('region', { name: 'Watch Later' }));
    (await row.findByRole('link', { name: 'Title 4' })).focus();
    ids = [5];
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(row.queryByRole('link', { name: 'Title 4' })).toBeNull());
    expect(document.activeElement).toBe(row.getByRole('link', { name: 'Title 5' }));
  });

  it('counts invitations to an address that is not confirmed, and sends the confirmation link again', async () => {
    const hidden = {
      name: 'Invitation',
      is_owner: false,
      can_manage: false,
      can_edit: false,
      can_share: false,
      pending_accept: true,
      code: null,
      owner_name: null,
      count_media: 0,
    };
    answer('GET /api/v1/user', { user: makeUser({ email_verified: false }) });
    answer('GET /api/v1/user_lists', { user_lists: [makeList(8, hidden), makeList(9, hidden)] });
    const resent = answer('POST /api/v1/users/resend_confirmation', { message: 'ok' });
    const { user } = renderApp('/my_lists');
    const invitations = within(await screen.findByRole('list', { name: 'Invitations' }));
    expect(invitations.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2 invitations wait for you. Confirm your email address to see them, or open the link in the invitation email.Send the link again',
    ]);
    await user.click(invitations.getByRole('button', { name: 'Send the link again' }));
    await waitFor(() => expect(resent).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(screen.queryByText('A member', { exact: false })).toBeNull();
  });

  it('makes a list with one button, a name and Enter, and opens it with the field to add titles in focus', async () => {
    const lists = [makeList(3, { name: 'Rainy days' })];
    answer('GET /api/v1/user_lists', () => ({ user_lists: [...lists] }));
    const made4 = makeList(4, { name: 'Snow and ice' });
    answer('GET /api/v1/user_lists/{id}', ({ url }) => ({
      user_list: url.pathname.endsWith('/4') ? made4 : makeList(3),
      pagination: pagination(0),
    }));
    const made = answer('POST /api/v1/user_lists', () => {
      lists.push(made4);
      return { user_list: made4 };
    });
    const { user, router } = renderApp('/my_lists');
    await screen.findByRole('link', { name: 'Open Rainy days' });
    await user.click(screen.getByRole('button', { name: 'New list' }));
    // The field has the focus, so the name can be typed at once, with its spaces.
    await user.keyboard('RAINY days ');
    screen.getByText('You already have a list with this name.');
    await user.keyboard('{Enter}');
    expect(made).toHaveLength(0);
    await user.clear(screen.getByLabelText('Name of the new list'));
    await user.keyboard('Snow and ice{Enter}');
    const field = await screen.findByLabelText('Add a title');
    expect(made.map(({ body }) => body)).toEqual([{ name: 'Snow and ice' }]);
    expect(router.state.location.pathname).toBe('/my_lists/4');
    expect(document.activeElement).toBe(field);
  });

  it('closes the field of a new list with Escape', async () => {
    answer('GET /api/v1/user_lists', { user_lists: [] });
    const { user } = renderApp('/my_lists');
    await user.click(await screen.findByRole('button', { name: 'New list' }));
    await user.keyboard('Snow{Escape}');
    expect(screen.queryByLabelText('Name of the new list')).toBeNull();
  });

  it('asks before Manage lists saves or discards the collected changes', async () => {
    answer('GET /api/v1/user_lists', { user_lists: [makeList(3, { name: 'Rainy days' })] });
    answer('GET /api/v1/user_lists/{id}', { user_list: makeList(3), pagination: pagination(0) });
    const saved = answer('POST /api/v1/user_lists/batch_update', { user_lists: [] });
    const { user } = renderApp('/my_lists');
    await user.click(await screen.findByRole('button', { name: 'Manage lists' }));
    await screen.findByLabelText('Name of Rainy days');
    const manager = within(screen.getByRole('dialog', { name: 'Manage lists' }));
    await user.click(manager.getByRole('button', { name: 'New list' }));
    await user.click(manager.getByRole('button', { name: 'Save' }));
    manager.getByText('Please type the list name.');
    const field = manager.getByLabelText('Name of the new list');
    await user.type(field, 'rainy DAYS');
    manager.getByText('You already have a list with this name.');
    await user.clear(field);
    await user.type(field, ' Snow ');

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

  it('sends no further request for a list after its deletion', async () => {
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
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Open Rainy days' })).toBeNull());
    screen.getByRole('link', { name: 'Open Snow' });
    expect(titlesOfList).toHaveLength(2);
  });
});

describe('invitation and share links', () => {
  it.each([
    ['/accept_list/abc', 'GET /accept_list/{code}', 'Added to My Lists.'],
    ['/reject_list/abc', 'GET /reject_list/{code}', 'You rejected the invitation.'],
    ['/my_lists/share/abc', 'POST /api/v1/user_lists/{id}/shared_link', 'Added to My Lists.'],
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
    // The joined list is shown first.
    const isJoined = call !== 'GET /reject_list/{code}';
    expect(router.state.location.state).toEqual(isJoined ? { arrivedList: 3 } : null);
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
