import type { UserList } from '@marquee/contracts';
import { screen } from '@testing-library/react';
import { makeList, pagination, titles } from './media.ts';
import { answer } from './server.ts';

/** Serves list 3 with these titles as its first page. */
export function serveList(ids: number[], part: Partial<UserList> = {}) {
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

/** Returns the titles of all cards in order. */
export const cardTitles = () =>
  screen.getAllByRole('article').map((card) => card.querySelector('a')?.textContent);
