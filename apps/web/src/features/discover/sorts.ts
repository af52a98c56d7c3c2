import type { RowSort } from '@marquee/contracts';

/** Orders of a row. The empty value is the row's own order. */
export const rowSorts = [
  { value: '', label: 'Suggested' },
  { value: 'match', label: 'Best match' },
  { value: 'newest', label: 'Newest first' },
  { value: 'known', label: 'Best known' },
] as const satisfies readonly { value: RowSort | ''; label: string }[];

/** Returns the order that an address names, or null for the row's own order. */
export function readRowSort(text: string | null): RowSort | null {
  return text === 'match' || text === 'newest' || text === 'known' ? text : null;
}
