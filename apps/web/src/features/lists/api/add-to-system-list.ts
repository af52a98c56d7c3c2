import { api } from '#src/lib/http/api.ts';

export type SystemList = 'watchLater' | 'haventWatched';

/** Adds a title to Watch Later or Haven't Watched. Returns the id of the list. */
export async function addToSystemList(list: SystemList, mediumId: number): Promise<number> {
  const reply = await api('POST /api/v1/user_lists/0/user_list_media', {
    body: {
      user_list_medium: { medium_id: mediumId },
      ...(list === 'watchLater' ? { to_watch_later: true } : { to_havent_watched: true }),
    },
  });
  return reply.user_list_medium.user_list_id;
}
