import type { ListSort, MediaType } from '@marquee/contracts';
import type { Narrowing } from '../narrowing.ts';

/** The two filters of Discover and My Lists, as on the wire. */
export interface Filters {
  all_streaming: boolean;
  media_type: MediaType;
}

/** The filters of a list, and its order where that is not its own. */
export type ListFilters = Filters & { sort?: ListSort };

/** The filters of Discover and its rows. */
export type RowFilters = Filters & Narrowing;

/** Returns the media type of a text, or undefined when the type is unknown. */
export function readMediaType(text: string | null): MediaType | undefined {
  return text === 'all' || text === 'movies' || text === 'series' ? text : undefined;
}

/**
 * Query keys of all data that contains titles. All start with `media`, so that a patch changes the title in
 * every list (media-cache.ts).
 */
export const mediaKeys = {
  all: ['media'],
  one: (id: number, signedIn: boolean) => ['media', 'one', id, signedIn],
  allRows: ['media', 'rows'],
  rows: (filters: RowFilters) => ['media', 'rows', filters],
  row: (id: string, filters: RowFilters) => ['media', 'row', id, filters],
  rowPage: (id: string, filters: RowFilters, sort: string) => ['media', 'row_page', id, filters, sort],
  similar: (id: number) => ['media', 'similar', id],
  search: (query: string, narrowing: Narrowing) => ['media', 'search', query, narrowing],
  news: ['media', 'news'],
  received: ['media', 'received'],
  allUpNext: ['media', 'up_next'],
  upNext: (state: string) => ['media', 'up_next', state],
  allCalendar: ['media', 'calendar'],
  calendar: (from: string, to: string) => ['media', 'calendar', from, to],
  suggested: ['media', 'suggested'],
  person: (id: number) => ['media', 'person', id],
  toRate: ['media', 'to_rate'],
  wall: ['media', 'wall'],
  contrast: ['media', 'contrast'],
  wallSearch: (query: string) => ['media', 'wall search', query],
  outlook: ['media', 'outlook'],
  history: ['media', 'history'],
  hidden: ['media', 'hidden'],
  allLists: ['media', 'list'],
  /** What lists hold, as ids. A title that is seen leaves Watch Later. */
  entries: ['lists'],
  list: (id: string, filters: ListFilters) => ['media', 'list', id, filters],
} as const;

/** The picks of Tonight. They keep their places until they are asked for again, so no change of a title patches them. */
export const TONIGHT_KEY = ['tonight'] as const;

/** The learned taste, which every rating changes. */
export const TASTE_KEY = ['taste'] as const;
