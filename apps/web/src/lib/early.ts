import type { GroupedMedia, MediaReply, Medium, MediumCard } from '@marquee/contracts';
import { api } from './api.ts';
import { type Filters, readMediaType } from './media-keys.ts';
import { readToken } from './token.ts';

/*
 * Discover is what people open every day. Its first answer and the title that leads it are asked for while the
 * screen's code is still on its way.
 */
let rows: { given: Partial<Filters>; reply: Promise<MediaReply> } | null = null;
let lead: Promise<Medium | null> | null = null;

/** The title that leads Discover: the first recommendation that is neither hidden nor rated. */
export function leadOf(groups: readonly GroupedMedia[]): MediumCard | undefined {
  return groups
    .find((group) => group.kind === 'recommended')
    ?.media.find((medium) => !medium.hidden && medium.rating === null);
}

/** Begins to fetch what Discover shows first, if that is where this visit begins. */
export function startEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (readToken() === null || !/^\/(discover\/?)?$/.test(pathname)) return;
  const params = new URLSearchParams(search);
  const type = readMediaType(params.get('media_type'));
  // In the words and order of `public/boot.js`, which has asked for it already where it runs.
  const given: Partial<Filters> = {
    ...(params.has('all_streaming') && { all_streaming: params.get('all_streaming') !== 'false' }),
    ...(type && { media_type: type }),
  };
  const reply = api('GET /api/v2/media', {
    query: { grouped_genres: true, view: 'card', page: 1, ...given },
  });
  const medium = reply.then(async ({ grouped_media: groups }) => {
    const first = leadOf(groups);
    if (!first) return null;
    const full = (await api('GET /api/v1/media/{id}', { params: { id: first.id } })).medium;
    return full;
  });
  // A failure is nobody's news: who takes the answer then asks anew.
  reply.catch(() => {});
  medium.catch(() => {});
  // What the address does not say the server takes from the saved filters, as the app will.
  rows = { given, reply };
  lead = medium;
}

/** The rows that are on their way already, if they are those of these filters. Given out once. */
export async function takeEarlyRows(filters: Filters): Promise<MediaReply | null> {
  const taken = rows;
  rows = null;
  if (!taken) return null;
  const { all_streaming: all, media_type: type } = { ...filters, ...taken.given };
  return all === filters.all_streaming && type === filters.media_type ? taken.reply.catch(() => null) : null;
}

/** The title in full that is on its way already, if it is this one. Given out once. */
export async function takeEarlyMedium(id: number): Promise<Medium | null> {
  const taken = await lead?.catch(() => null);
  if (taken?.id !== id) return null;
  lead = null;
  return taken;
}
