import { MOODS, type Mood, type MoodFacts } from '@marquee/contracts';
import { type Bits, clearBit, createBits, intersect, setBit, subtract, toItems, unite } from './bits.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** What titles of an evening must satisfy. A missing field does not limit. */
export interface Evening {
  /** The longest runtime of a movie or of an episode, in minutes. */
  minutes?: number | undefined;
  mood?: Mood | undefined;
  /** The highest audience level, 0 (for everyone) to 3 (for adults). */
  ageLevel?: number | undefined;
}

type Facts = Pick<SnapshotData, 'size' | 'genreRows' | 'themes' | 'themeRows' | 'runtime' | 'ageLevel'>;

function ofGenres(data: Facts, names: readonly string[]): Bits {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const bits = createBits(data.size);
  for (const genre of data.genreRows) if (wanted.has(genre.title.toLowerCase())) unite(bits, genre.bits);
  return bits;
}

/** Returns the titles that have one of the tones, any tone when none is named. */
function ofTones({ size, themes, themeRows }: Facts, slugs?: readonly string[]): Bits {
  const wanted = themeRows.map(({ group, slug }) => group === 'tone' && (slugs?.includes(slug) ?? true));
  const bits = createBits(size);
  for (let item = 0; item < size; item++)
    for (let at = themes.offsets[item] ?? 0; at < (themes.offsets[item + 1] ?? 0); at++)
      if (wanted[themes.values[at] ?? 0]) setBit(bits, item);
  return bits;
}

/** Returns the titles of a mood: by their tones, or by their genres where they have no tones. */
function ofMood(data: Facts, { tones, genres }: MoodFacts): { fitting: Bits; byGenre: Bits } {
  const fitting = ofTones(data, tones.some);
  subtract(fitting, ofTones(data, tones.none));
  const byGenre = ofGenres(data, genres.some);
  subtract(byGenre, ofGenres(data, genres.none));
  subtract(byGenre, ofTones(data));
  unite(fitting, byGenre);
  return { fitting, byGenre };
}

/**
 * Removes the titles that do not fit the evening. A title whose runtime or level is unknown does not fit a limit.
 * @returns the titles whose mood is known by their genres only. They come last.
 */
export function keepFitting(data: Facts, bits: Bits, { minutes, mood, ageLevel }: Evening): Bits {
  const facts = mood && MOODS[mood];
  const { fitting, byGenre } = facts
    ? ofMood(data, facts)
    : { fitting: bits, byGenre: createBits(data.size) };
  intersect(bits, fitting);
  const level = Math.min(
    ageLevel ?? Number.POSITIVE_INFINITY,
    facts?.highestAgeLevel ?? Number.POSITIVE_INFINITY,
  );
  if (minutes === undefined && level === Number.POSITIVE_INFINITY) return byGenre;
  for (const item of toItems(bits)) {
    const runtime = data.runtime[item] ?? 0;
    const known = data.ageLevel[item] ?? -1;
    const fitsTime = minutes === undefined || (runtime > 0 && runtime <= minutes);
    const fitsAge = level === Number.POSITIVE_INFINITY || (known >= 0 && known <= level);
    if (!fitsTime || !fitsAge) clearBit(bits, item);
  }
  return byGenre;
}
