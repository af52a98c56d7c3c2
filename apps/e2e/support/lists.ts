import { expect } from 'playwright/test';
import type { Member } from './users.ts';

/** Creates a list of the member with this many titles through the API. Returns its id and the titles in order. */
export async function makeList(
  { api }: Member,
  count: number,
): Promise<{ id: number; ids: number[]; titles: string[] }> {
  const { user_list: list } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  const { media: found } = await api('GET /api/v2/media', {
    query: { selection: 'recommended', view: 'card', per_page: count },
  });
  const media = found.slice(0, count);
  expect(media).toHaveLength(count);
  for (const { id } of media)
    await api('POST /api/v1/user_lists/{id}/user_list_media', {
      params: { id: list.id },
      body: { user_list_medium: { medium_id: id, user_list_id: list.id } },
    });
  return { id: list.id, ids: media.map(({ id }) => id), titles: media.map(({ title }) => title) };
}
