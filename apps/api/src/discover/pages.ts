import type { Pagination } from '@marquee/contracts';

export interface Page {
  page: number;
  perPage: number;
}

export const offsetOf = ({ page, perPage }: Page): number => (page - 1) * perPage;

/** A page past the end is empty, not an error. */
export function paginate({ page, perPage }: Page, total: number): Pagination {
  const pages = Math.ceil(total / perPage);
  return { current_page: page, has_more: page < pages, page_count: pages, total_count: total };
}
