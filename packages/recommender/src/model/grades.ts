/**
 * Returns the grade of a rating (0–10), which is 1 for ratings of 8 or more. Low ratings have a positive
 * grade too, because the user chose the title.
 */
export function gradeOf(rating: number): number {
  return rating >= 8 ? 1 : rating >= 6 ? 0.7 : rating >= 4 ? 0.5 : 0.3;
}

/** The lowest rating that is a positive in a ranking. */
export const POSITIVE = 8;
