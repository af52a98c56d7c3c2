import type { MediaType } from '@marquee/contracts';
import { type Bits, createBits, intersect, unite } from './bits.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** The two filters of Discover and the lists, decided. */
export interface Filters {
  /** False: only titles on the person's services. */
  allStreaming: boolean;
  mediaType: MediaType;
}

/** A name for each combination, under which what was computed for it can be kept. */
export const filterKey = ({ allStreaming, mediaType }: Filters): string =>
  `${allStreaming ? 'all' : 'mine'}-${mediaType}`;

/** Titles that pass: a fresh set, for the caller to narrow further. */
export function passing(
  data: SnapshotData,
  filters: Filters,
  person: { providers: ReadonlySet<number>; unavailableTitles: boolean },
  /** Titles to start from: those their sources still list, or all for a list that keeps what it holds. */
  start: Bits,
): Bits {
  const bits = Uint32Array.from(start);
  // A person with no services chosen is treated as all streaming (api.md section 6).
  if (!filters.allStreaming && person.providers.size > 0) {
    const onMine = createBits(data.size);
    for (const provider of data.providers)
      if (person.providers.has(provider.id)) unite(onMine, provider.bits);
    intersect(bits, onMine);
  }
  if (filters.mediaType !== 'all')
    intersect(bits, filters.mediaType === 'movies' ? data.movies : data.series);
  return bits;
}
