/** Returns a rating in words: `7` → `3.5 stars`. A rating is 0–10, and each step is half a star. */
export function starsInWords(rating: number): string {
  const stars = rating / 2;
  return `${stars} ${stars === 1 ? 'star' : 'stars'}`;
}

/** Returns a number of episodes in words. */
export const episodesInWords = (count: number): string =>
  count === 1 ? '1 episode' : `${count.toLocaleString('en')} episodes`;
