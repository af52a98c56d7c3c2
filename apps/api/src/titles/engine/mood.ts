import { MOODS, type Mood } from '@marquee/contracts';
import { type Bits, clearBit, createBits, intersect, subtract, toItems, unite } from './bits.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** What titles of an evening must satisfy. A missing field does not limit. */
export interface Evening {
  /** The longest runtime of a movie or of an episode, in minutes. */
  minutes?: number | undefined;
  mood?: Mood | undefined;
  /** The highest audience level, 0 (for everyone) to 3 (for adults). */
  ageLevel?: number | undefined;
}

function ofGenres(data: SnapshotData, names: readonly string[]): Bits {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const bits = createBits(data.size);
  for (const genre of data.genreRows) if (wanted.has(genre.title.toLowerCase())) unite(bits, genre.bits);
  return bits;
}

/** Removes the titles that do not fit the evening. A title whose runtime or level is unknown does not fit a limit. */
export function keepFitting(data: SnapshotData, bits: Bits, { minutes, mood, ageLevel }: Evening): void {
  const facts = mood && MOODS[mood];
  if (facts) {
    intersect(bits, ofGenres(data, facts.some));
    subtract(bits, ofGenres(data, facts.none));
  }
  const level = Math.min(
    ageLevel ?? Number.POSITIVE_INFINITY,
    facts?.highestAgeLevel ?? Number.POSITIVE_INFINITY,
  );
  if (minutes === undefined && level === Number.POSITIVE_INFINITY) return;
  for (const item of toItems(bits)) {
    const runtime = data.runtime[item] ?? 0;
    const known = data.ageLevel[item] ?? -1;
    const fitsTime = minutes === undefined || (runtime > 0 && runtime <= minutes);
    const fitsAge = level === Number.POSITIVE_INFINITY || (known >= 0 && known <= level);
    if (!fitsTime || !fitsAge) clearBit(bits, item);
  }
}
