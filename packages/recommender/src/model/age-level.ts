/** The age ratings of each audience level, 0 to 3: ratings of US cinema and television, and plain ages. */
const LEVELS: readonly (readonly string[])[] = [
  ['G', 'TV-G', 'TV-Y', 'TV-Y7', 'TV-Y7-FV', 'ALL', 'ALL AGES', '0+', '6+'],
  ['PG', 'TV-PG', '7+', '9+', '10+'],
  ['PG-13', 'TV-14', '12+', '13+', '14+', '15+'],
  ['R', 'NC-17', 'TV-MA', '16+', '17+', '18+'],
];

const LEVEL_OF = new Map(LEVELS.flatMap((ratings, level) => ratings.map((rating) => [rating, level])));

/**
 * Returns the audience level of an age rating: 0 (for everyone) to 3 (for adults). Returns -1 when the rating
 * is missing or unknown.
 */
export function ageLevel(rating: string | null): number {
  const plain = (rating ?? '').toUpperCase().replaceAll('_', ' ').trim();
  return (
    LEVEL_OF.get(plain) ??
    LEVEL_OF.get(`${plain}+`) ??
    LEVEL_OF.get(plain.replace(/^AGES (\d+)$/, '$1+')) ??
    -1
  );
}
