import type { GroupedMedia, MediaReply, Medium, MediumCard } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';
import { readToken } from '#src/lib/session/token.ts';
import { type Filters, readMediaType } from './media-keys.ts';

/* Discover is the most used screen. Its rows and the lead are requested while the screen's code is loading. */
let rows: { given: Partial<Filters>; reply: Promise<MediaReply> } | null = null;
let lead: Promise<Medium | null> | null = null;

/** The lead is chosen among this many first recommendations. */
const LEAD_CANDIDATES = 5;

/** Returns the lead of Discover: the likeliest of the first recommendations that are neither hidden nor rated. */
export function leadOf(groups: readonly GroupedMedia[]): MediumCard | undefined {
  const media = groups.find((group) => group.kind === 'recommended')?.media ?? [];
  const [lead] = media
    .filter((medium) => !medium.hidden && medium.rating === null)
    .slice(0, LEAD_CANDIDATES)
    .sort((a, b) => (b.likelyhood ?? 0) - (a.likelyhood ?? 0));
  return lead;
}

/** Requests the rows and the lead when the visit starts on Discover. */
export function startEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (readToken() === null || !/^\/(discover\/?)?$/.test(pathname)) return;
  const params = new URLSearchParams(search);
  const type = readMediaType(params.get('media_type'));
  // The same names and order as in `public/boot.js`, so that its pending request is found by address.
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
  // The callers handle failures by fetching again.
  reply.catch(() => {});
  medium.catch(() => {});
  // Filters missing in the address come from the saved filters, on the server and in the app.
  rows = { given, reply };
  lead = medium;
}

/** Drops early answers after a change, e.g. of streaming services, genres or saved filters. */
export function dropEarly(): void {
  rows = null;
  lead = null;
}

/** Returns the early rows when their filters match, else null. Works once. */
export async function takeEarlyRows(filters: Filters): Promise<MediaReply | null> {
  const taken = rows;
  rows = null;
  if (!taken) return null;
  const { all_streaming: all, media_type: type } = { ...filters, ...taken.given };
  return all === filters.all_streaming && type === filters.media_type ? taken.reply.catch(() => null) : null;
}

/** Returns the early lead when it is this title, else null. Works once. */
export async function takeEarlyMedium(id: number): Promise<Medium | null> {
  const taken = await lead?.catch(() => null);
  if (taken?.id !== id) return null;
  lead = null;
  return taken;
}
