import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serveList } from '../../../../test/lists.ts';
import { giveSizes, makeList } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  return () => vi.restoreAllMocks();
});

describe('sorting a list', () => {
  const order = () =>
    screen
      .getAllByRole('button', { name: /^Move .* \d of \d$/ })
      .map((handle) => handle.getAttribute('aria-label'));

  it('has an address of its own, and Back ends the sorting', async () => {
    serveList([1, 2, 3]);
    const { router, user } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('switch', { name: 'Sort titles' }));
    expect(router.state.location.search).toBe('?sorting=true');
    expect(order()).toHaveLength(3);
    await router.navigate(-1);
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Move / })).toBeNull());
  });

  async function sort() {
    const list = serveList([1, 2, 3]);
    const { user } = renderApp('/my_lists/3');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('switch', { name: 'Sort titles' }));
    return { ...list, user };
  }

  it('picks up, moves and drops a title by keys with announcements, and saves the order once', async () => {
    const { set, user } = await sort();
    const saved = answer('PUT /api/v1/user_lists/{id}', () => {
      set([2, 1, 3]);
      return { user_list: makeList(3) };
    });
    screen.getByRole('button', { name: 'Move Title 1, 1 of 3' }).focus();
    await user.keyboard(' ');
    screen.getByText(/Title 1 picked up at 1 of 3/);
    await user.keyboard('{ArrowRight}');
    screen.getByText('Title 1, 2 of 3');
    expect(saved).toHaveLength(0);
    await user.keyboard(' ');
    screen.getByText('Title 1 dropped at 2 of 3.');
    await waitFor(() =>
      expect(saved.map(({ body }) => body)).toEqual([{ user_list: { sorted_medium_ids: '2,1,3' } }]),
    );
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Title 1, 2 of 3');
  });

  it('restores the order and saves nothing when Esc is pressed', async () => {
    const { user } = await sort();
    const saved = answer('PUT /api/v1/user_lists/{id}', { user_list: makeList(3) });
    screen.getByRole('button', { name: 'Move Title 1, 1 of 3' }).focus();
    await user.keyboard(' {ArrowRight}{Escape}');
    expect(order()[0]).toBe('Move Title 1, 1 of 3');
    expect(saved).toHaveLength(0);
  });

  it('moves a title to the end with Move to… and Last place', async () => {
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

  it('restores the old order when the new order cannot be saved', async () => {
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
