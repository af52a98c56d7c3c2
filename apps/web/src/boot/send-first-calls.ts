import { addressOf, type CallReply } from '@marquee/contracts/client';
import { backdropOf } from '#src/features/titles/art.ts';
import { readFilters, storedFilters } from '#src/features/titles/filters.ts';
import { listCall, mediumCall, rowsCall } from '#src/features/titles/first-calls.ts';
import { leadOf } from '#src/features/titles/lead.ts';
import { readNarrowing } from '#src/features/titles/narrowing.ts';
import { WITH_POSTER } from '#src/lib/screen/phone.ts';
import { mayHaveAccess } from '#src/lib/session/known-access.ts';
import { preload } from './preload.ts';

/** Number of posters in the first line of a grid on a phone. */
const FIRST_LINE = 2;

const preloadImage = (href: string | null) => {
  if (href) preload({ rel: 'preload', as: 'image', href, fetchPriority: 'high' });
};

/** Preloads the backdrop before the posters, because the backdrop is the largest element on the page. */
const preloadBackdrop = (medium: { poster_url: string; backdrop_url?: string | null }) =>
  preloadImage(backdropOf(medium.poster_url, medium.backdrop_url));

/**
 * Sends the first API requests of a visit, and stores the replies by address for `earlyFetch`. The last
 * argument has the ids in the path.
 */
export function sendFirstCalls(
  token: string,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { mediaId, listId }: { mediaId?: string; listId?: string },
): void {
  const early = new Map<string, Promise<Response>>();
  window.early = early;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  /**
   * Errors are ignored here: `earlyFetch` sends a failed request again, and passes on a reply with an error
   * status.
   */
  const send = (path: string, then: (reply: Response) => Promise<void> = async () => {}) => {
    const address = (import.meta.env.VITE_API_ORIGIN ?? '') + path;
    const answer = fetch(address, { headers });
    early.set(address, answer);
    answer.then((reply) => (reply.ok ? then(reply.clone()) : undefined)).catch(() => {});
  };

  send(addressOf('GET /api/v1/user'));
  const filters = readFilters(new URLSearchParams(search), storedFilters());
  if (mediaId) {
    send(addressOf(...mediumCall(Number(mediaId))), async (reply) => {
      const { medium }: CallReply<'GET /api/v1/media/{id}'> = await reply.json();
      preloadBackdrop(medium);
    });
  } else if (!mayHaveAccess()) {
    return;
  } else if (listId) {
    send(addressOf(...listCall(listId, filters)), async (reply) => {
      const { user_list: list }: CallReply<'GET /api/v1/user_lists/{id}'> = await reply.json();
      for (const medium of list.media.slice(0, FIRST_LINE)) preloadImage(medium.poster_url);
    });
  } else if (/^\/(discover\/?)?$/.test(pathname)) {
    const narrowing = readNarrowing(new URLSearchParams(search));
    send(addressOf(...rowsCall({ ...filters, ...narrowing })), async (reply) => {
      const { grouped_media: groups }: CallReply<'GET /api/v2/media'> = await reply.json();
      const lead = leadOf(groups);
      if (!lead) return;
      // A phone shows the poster of the lead.
      if (matchMedia(WITH_POSTER).matches) preloadImage(lead.poster_url);
      else preloadBackdrop(lead);
      send(addressOf(...mediumCall(lead.id)));
    });
  }
}
