import type { Pagination, RowName } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { joinFacts, titlesInWords } from '#src/features/titles/facts.ts';

const STAFF = ` ${texts.staffPicked}`;

/** Splits `Staff Picked` from the name of a staff list, because the suffix is drawn in a lighter style. */
export function splitRowName({ kind, title }: Pick<RowName, 'kind' | 'title'>): {
  title: string;
  suffix?: string;
} {
  if (kind !== 'staff') return { title };
  return { title: title.endsWith(STAFF) ? title.slice(0, -STAFF.length) : title, suffix: STAFF.trim() };
}

/** Returns the years of recent releases and the number of titles: `2021–2022 · 812 titles`. */
export function rowInWords(years: RowName['years'], { total_count }: Pagination): string {
  const range = years && (years.from === years.to ? String(years.to) : `${years.from}–${years.to}`);
  return joinFacts([range ?? '', titlesInWords(total_count)]);
}
