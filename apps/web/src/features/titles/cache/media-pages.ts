import type { MediumCard, Pagination } from '@marquee/contracts';
import type { InfiniteData } from '@tanstack/react-query';

/** One page of titles of any reply. */
export interface MediaPage {
  media: MediumCard[];
  pagination: Pagination;
}

/** Returns the number of the next page, or null when current_page has reached page_count. */
export function nextPage(last: { pagination: Pagination }): number | null {
  const { current_page: current, page_count: count } = last.pagination;
  return current < count ? current + 1 : null;
}

/**
 * Returns all titles of the pages in order without duplicates. A rating between two requests may move a title to
 * another page.
 */
export function titlesOf(
  ...parts: (readonly MediumCard[] | InfiniteData<MediaPage> | undefined)[]
): MediumCard[] {
  const titles = new Map<number, MediumCard>();
  for (const part of parts) {
    const pages = part === undefined ? [] : 'pages' in part ? part.pages.map((page) => page.media) : [part];
    for (const medium of pages.flat()) if (!titles.has(medium.id)) titles.set(medium.id, medium);
  }
  return [...titles.values()];
}
