import type { MediumCard, Pagination } from '@marquee/contracts';
import type { InfiniteData } from '@tanstack/react-query';

/** One page of titles, whatever reply it came from. */
export interface MediaPage {
  media: MediumCard[];
  pagination: Pagination;
}

/** The number of the page after this one, or null at the end: pages go on while current_page < page_count. */
export function nextPage(last: { pagination: Pagination }): number | null {
  const { current_page: current, page_count: count } = last.pagination;
  return current < count ? current + 1 : null;
}

/** All titles of the pages in order, each once: a rating between two pages may move a title from one to the other. */
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
