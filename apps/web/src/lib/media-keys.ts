import type { MediaType } from '@marquee/contracts';

/** The two filters of Discover and My Lists, as they go to the server. */
export interface Filters {
  all_streaming: boolean;
  media_type: MediaType;
}

/** The media type of an address; undefined for anything else. */
export function readMediaType(text: string | null): MediaType | undefined {
  return text === 'all' || text === 'movies' || text === 'series' ? text : undefined;
}

/**
 * Query keys of everything that holds titles. All begin with `media`, so that one change of a title reaches every
 * list that shows it (see media-cache.ts).
 */
export const mediaKeys = {
  all: ['media'],
  one: (id: number, signedIn: boolean) => ['media', 'one', id, signedIn],
  allRows: ['media', 'rows'],
  rows: (filters: Filters) => ['media', 'rows', filters],
  row: (id: string, filters: Filters) => ['media', 'row', id, filters],
  similar: (id: number) => ['media', 'similar', id],
  search: (query: string) => ['media', 'search', query],
  person: (id: number) => ['media', 'person', id],
  toRate: ['media', 'to_rate'],
  history: ['media', 'history'],
  hidden: ['media', 'hidden'],
  allLists: ['media', 'list'],
  list: (id: string, filters: Filters) => ['media', 'list', id, filters],
} as const;
