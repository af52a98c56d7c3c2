import type { Pagination } from '@marquee/contracts';

export interface Page {
  page: number;
  perPage: number;
}

/** The largest integer of PostgreSQL. */
const OFFSET_MAX = 2_147_483_647;

export const offsetOf = ({ page, perPage }: Page): number => Math.min((page - 1) * perPage, OFFSET_MAX);

/** Returns the page numbers of a reply. A page after the last page has `has_more: false` and is no error. */
export function paginate({ page, perPage }: Page, total: number): Pagination {
  const pages = Math.ceil(total / perPage);
  return { current_page: page, has_more: page < pages, page_count: pages, total_count: total };
}
