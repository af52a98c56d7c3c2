import { IMPORT_SCALES } from '@marquee/contracts/constants';
import type { ImportScale } from '@marquee/contracts/imports';

/** From so many ratings on, what they have in common is no accident. */
const MANY = 10;
/** So many scores, and this share of all, must be above the usual scale of a service before the scale is another one. */
const ABOVE_MIN = 2;
const ABOVE_SHARE = 0.1;
const [FIVE, TEN, HUNDRED] = IMPORT_SCALES;

export interface FoundScale {
  scale: ImportScale;
  /** Whether the ratings allow only this scale. */
  isCertain: boolean;
}

/** Finds the scale of a file from the range and the steps of all its scores. */
export function createScaleFinder() {
  let count = 0;
  let highest = 0;
  let hasHalves = false;
  const above = { 5: 0, 10: 0, 100: 0 };
  /** Whether a scale of a known service is too small for the scores, and not only for a damaged one. */
  const isTooSmall = (scale: ImportScale): boolean =>
    above[scale] >= ABOVE_MIN && above[scale] >= ABOVE_SHARE * count;

  function ofUnknown(): FoundScale {
    if (highest > TEN) return { scale: HUNDRED, isCertain: above[TEN] > 1 };
    if (highest > FIVE) return { scale: TEN, isCertain: above[FIVE] > 1 };
    // Halves up to five are stars. Whole numbers up to five may be of a scale whose upper half was never used.
    return { scale: FIVE, isCertain: hasHalves || (highest === FIVE && count >= MANY) };
  }

  return {
    add(score: number): void {
      if (score < 0 || score > HUNDRED) return;
      count++;
      highest = Math.max(highest, score);
      for (const scale of IMPORT_SCALES) if (score > scale) above[scale]++;
      if (!Number.isInteger(score)) hasHalves = true;
    },
    /**
     * Returns null when there are no scores.
     * @param usual the scale on which the service writes, or null where that is unknown.
     */
    find(usual: ImportScale | null): FoundScale | null {
      if (count === 0) return null;
      if (usual === null) return ofUnknown();
      if (isTooSmall(usual)) return { scale: ofUnknown().scale, isCertain: false };
      const isMuchTooLarge = count >= MANY && ofUnknown().scale < usual;
      // A member of a service with 100 points who writes none above 10 keeps a scale of ten. Scores of ten that have halves and
      // stay below six are stars.
      if (isMuchTooLarge && (usual === HUNDRED || hasHalves))
        return { scale: ofUnknown().scale, isCertain: false };
      return { scale: usual, isCertain: !isMuchTooLarge && above[usual] === 0 };
    },
  };
}
