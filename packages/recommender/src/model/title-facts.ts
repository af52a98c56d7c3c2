import type { Catalogue } from './types.ts';

/** Facts of each title as differences from a typical title. An unknown fact is 0. */
export interface TitleFactColumns {
  /** -0.5 when the most common country of the catalogue is among the title's countries, otherwise 0.5. */
  readonly abroad: Float32Array;
  /** Runtime of a movie relative to the common runtime. One step is a factor of e^0.25. */
  readonly runtime: Float32Array;
  /** Audience level minus the level for teenagers: -2 (for everyone) to 1 (for adults). */
  readonly age: Float32Array;
}

const COMMON_MINUTES = 105;
const STEP = 0.25;
/** The limits of `runtime`: about 70 and 175 minutes. */
const SHORTEST = -1.5;
const LONGEST = 2;
const TEENAGE = 2;

export function titleFacts(catalogue: Catalogue): TitleFactColumns {
  const { size, type, countries, runtime, ageLevel } = catalogue;
  const home = commonest(countries?.values ?? new Int32Array(0));
  return {
    abroad: Float32Array.from({ length: size }, (_, i) => {
      const own = countries?.values.subarray(countries.offsets[i], countries.offsets[i + 1]);
      if (own === undefined || own.length === 0) return 0;
      return own.includes(home) ? -0.5 : 0.5;
    }),
    runtime: Float32Array.from({ length: size }, (_, i) => {
      if (type[i] !== 0 || runtime === undefined || runtime[i] <= 0) return 0;
      return Math.min(LONGEST, Math.max(SHORTEST, Math.log(runtime[i] / COMMON_MINUTES) / STEP));
    }),
    age: Float32Array.from({ length: size }, (_, i) =>
      ageLevel === undefined || ageLevel[i] < 0 ? 0 : ageLevel[i] - TEENAGE,
    ),
  };
}

/** Returns the most frequent id, or -1 without ids. */
function commonest(ids: Int32Array): number {
  const counts = new Map<number, number>();
  let best = -1;
  for (const id of ids) {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    if (count > (counts.get(best) ?? 0)) best = id;
  }
  return best;
}
