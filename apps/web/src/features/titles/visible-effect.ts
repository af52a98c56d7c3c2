/**
 * The smallest effect that screens show, in points of 0–10. A smaller effect would be rounded to 0.0 stars.
 */
const VISIBLE = 0.1;

/** Returns whether screens show this effect of a genre, decade or person. */
export const isVisible = (effect: number): boolean => Math.abs(effect) >= VISIBLE;
