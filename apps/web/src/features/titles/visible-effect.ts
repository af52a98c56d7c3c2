/** A smaller effect, in points of 0–10, is shown as none: it would be rounded to 0.0 stars. */
const VISIBLE = 0.1;

/** Whether screens show this effect of a genre, decade or person. */
export const isVisible = (effect: number): boolean => Math.abs(effect) >= VISIBLE;
