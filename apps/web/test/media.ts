import type { GroupedMedia, Medium, MediumCard, ProviderMedium, UserList } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import { vi } from 'vitest';

type MediaReply = CallReply<'GET /api/v2/media'>;

const services = ['Netflix', 'Max', 'Hulu'];

/** Returns an offer of a title. By default a subscription that the caller does not have includes the offer. */
export function makeOffer(part: Partial<ProviderMedium> & { service?: number } = {}): ProviderMedium {
  const { service = 0, ...rest } = part;
  return {
    id: 70 + service,
    url: `https://service-${service}.example/title`,
    kind: 'subscription',
    price: 0,
    currency: 'USD',
    quality: null,
    selected: false,
    reported: null,
    source: 'Public title lists',
    first_seen_at: '2026-11-01T08:00:00.000Z',
    checked_at: '2026-11-02T08:00:00.000Z',
    checked_on: null,
    leaving_on: null,
    medium_provider: {
      id: service + 1,
      name: services[service] ?? `Service ${service}`,
      image: `/images/providers/${service}.svg`,
      featured: true,
    },
    ...rest,
  };
}

/** Returns a title in full, as in a reply to a member. */
export function makeMedium(id: number, part: Partial<Medium> = {}): Medium {
  return {
    id,
    title: `Title ${id}`,
    local_title: null,
    titles: {},
    type: 'movie',
    poster_url: `/images/posters/${id}.svg`,
    backdrop_url: `/images/backdrops/${id}.svg`,
    video_url: null,
    overview: `What happens in title ${id}.`,
    release_year: 1971,
    runtime_minutes: 98,
    seasons: null,
    age_rating: 'PG',
    genres: ['Drama'],
    themes: [],
    credits_scene: null,
    awards: [],
    countries: ['US'],
    language: 'en',
    directors: [{ person_id: 5, name: 'Hal Ashby' }],
    cast: [{ person_id: 6, name: 'Ruth Gordon' }],
    no_providers: false,
    provider_medium: [makeOffer()],
    hidden: false,
    likelyhood: 8.4,
    rating: null,
    favorited: false,
    has_list: false,
    already_added: null,
    critical_rating: null,
    seen: null,
    progress: null,
    because: null,
    reason: null,
    reason_parts: [],
    ...part,
  };
}

export function titles(ids: readonly number[], part: Partial<Medium> = {}): Medium[] {
  return ids.map((id) => makeMedium(id, part));
}

/** Returns the numbers from 1 to `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Returns the pagination of a page of 25 items. */
export function pagination(total: number, page = 1, per = 25) {
  const count = Math.ceil(total / per);
  return { current_page: page, has_more: page < count, page_count: count, total_count: total };
}

/** Returns a page of titles in the reply format of `GET /api/v2/media`. */
export function mediaPage(media: MediumCard[], part: Partial<MediaReply> = {}): MediaReply {
  return { media, grouped_media: [], pagination: pagination(media.length), person: null, ...part };
}

export function makeGroup(
  kind: GroupedMedia['kind'],
  media: MediumCard[],
  part: Partial<GroupedMedia> = {},
): GroupedMedia {
  return {
    id: kind,
    kind,
    title: kind,
    years: null,
    media,
    pagination: pagination(media.length, 1, 20),
    ...part,
  };
}

/** Returns all rows of Discover on one page. */
export function rowsPage(...groups: GroupedMedia[]): MediaReply {
  return mediaPage([], { grouped_media: groups, pagination: pagination(groups.length, 1, 10) });
}

/** Gives every element a size, because jsdom has no layout and grids need sizes. */
export function giveSizes(): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 400));
}

/** Returns an own list of the caller, unless `part` changes the owner. */
export function makeList(id: number, part: Partial<UserList> = {}): UserList {
  return {
    id,
    name: `List ${id}`,
    staff_pick: false,
    can_manage: true,
    can_edit: true,
    is_owner: true,
    can_share: true,
    owner_name: 'ada',
    count_media: 0,
    has_medium: null,
    pending_accept: false,
    code: null,
    share_code: `code-${id}`,
    share_items: [],
    list_type: 'custom',
    collaborate: false,
    sorted_medium_ids: null,
    last_change: null,
    elsewhere_count: null,
    media: [],
    ...part,
  };
}
