import type { MediaType } from '@marquee/contracts';
import { type Bits, createBits, intersect, unite } from './bits.ts';
import type { Market } from './markets.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** The two filters of Discover and of lists, with defaults applied. */
export interface Filters {
  /** When false, only titles on the user's providers pass the filter. */
  allStreaming: boolean;
  mediaType: MediaType;
}

/** Returns a cache key for each combination of filters. */
export const filterKey = ({ allStreaming, mediaType }: Filters): string =>
  `${allStreaming ? 'all' : 'mine'}-${mediaType}`;

/** Returns the titles of `start` that pass the filters, as a new set. */
export function passing(
  data: SnapshotData,
  filters: Filters,
  user: { providers: ReadonlySet<number>; market: Market },
  /**
   * The titles to filter: the listed titles, or all titles for a list, because lists keep delisted titles.
   */
  start: Bits,
): Bits {
  const bits = Uint32Array.from(start);
  // Without selected providers the filter has no effect (docs/api.md#no-providers-chosen).
  if (!filters.allStreaming && user.providers.size > 0) {
    const onMine = createBits(data.size);
    for (const provider of user.market.providers)
      if (user.providers.has(provider.id)) unite(onMine, provider.bits);
    intersect(bits, onMine);
  }
  if (filters.mediaType !== 'all')
    intersect(bits, filters.mediaType === 'movies' ? data.movies : data.series);
  return bits;
}
