import type { Filters } from './cache/media-keys.ts';

/** Says how many titles of a list the filters would hide, and why: `3 more on other services`, `2 series`. */
export function elsewhereInWords(count: number, { all_streaming, media_type }: Filters): string {
  if (media_type === 'all') return `${count} more on other services`;
  if (!all_streaming) return `${count} more that your filters leave out`;
  if (media_type === 'movies') return `${count} series`;
  return count === 1 ? '1 movie' : `${count} movies`;
}
