import { normalize } from './normalize.ts';
import { withDigits } from './numerals.ts';

/** One way to read a query. Only the first form of a query is what the user typed. */
export interface QueryForm {
  /** A name in normal form (`normalize`). */
  readonly name: string;
  /** Only titles of this year, and of the years beside it, are meant. Null when any is. */
  readonly year: number | null;
}

const LINK = /^\s*(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}\/\S*\s*$/i;
const YEAR_BEHIND = /^(.*\S)\s*[([]?\b((?:18|19|20)\d\d)[)\]]?\s*$/u;

/** Returns the IMDb id in a query or link as number, or null. */
export function imdbNumberOf(query: string): number | null {
  const [, digits] = /(?:^|[\s/])tt(\d{7,9})(?:$|[\s/?#])/i.exec(query.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns the name in a link to a title, `…/movie/550-fight-club`, or the query itself. */
function withoutLink(query: string): string {
  if (!LINK.test(query)) return query;
  const path = query
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1);
  const slug = path.findLast((part) => /\p{L}{2}/u.test(part)) ?? '';
  return slug.replace(/^\d+-/, '').replace(/[-_+]+/g, ' ');
}

/** Returns the ways to read a query, the one as typed first: without the year behind a name, with numbers as digits. */
export function formsOf(query: string): QueryForm[] {
  const text = withoutLink(query);
  const [, before, year] = YEAR_BEHIND.exec(text) ?? [];
  const read: QueryForm[] = [{ name: normalize(text), year: null }];
  if (before !== undefined) read.push({ name: normalize(before), year: Number(year) });
  const digits = read.map((form) => ({ ...form, name: withDigits(form.name) }));
  return [...read, ...digits.filter(({ name }, at) => name !== read[at]?.name)].filter(
    ({ name }) => name !== '',
  );
}
