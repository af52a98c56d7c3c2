/** Filters by facts of a title, with the names of the wire. They are in the address and are not saved. */
export interface Narrowing {
  genre_id?: number;
  year_from?: number;
  year_to?: number;
  /** In minutes. */
  runtime_max?: number;
  age_rating?: string;
  /** Several values are separated by commas, here and in the following. */
  theme?: string;
  country?: string;
  language?: string;
  decade?: string;
}

const NUMBERS = ['genre_id', 'year_from', 'year_to', 'runtime_max'] as const;
const TEXTS = ['age_rating', 'theme', 'country', 'language', 'decade'] as const;
export const NARROWING_NAMES = [...NUMBERS, ...TEXTS] as const;

/** Returns the narrowing of an address. Numbers that are none are ignored. */
export function readNarrowing(params: URLSearchParams): Narrowing {
  const narrowing: Narrowing = {};
  for (const name of NUMBERS) {
    const text = params.get(name);
    if (text !== null && /^[1-9]\d{0,8}$/.test(text)) narrowing[name] = Number(text);
  }
  for (const name of TEXTS) {
    const text = params.get(name)?.trim();
    if (text) narrowing[name] = text;
  }
  return narrowing;
}

/** Returns the values of a part of the narrowing that may have several. */
export const valuesOf = (text: string | undefined): string[] => text?.split(',') ?? [];

/** Describes the years: `1980–1989`, `from 2020`, `until 1959`. Null without years. */
export function yearsInWords({ year_from: from, year_to: to }: Narrowing): string | null {
  if (from !== undefined && to !== undefined) return from === to ? String(from) : `${from}–${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? null : `until ${to}`;
}

/** Returns the longest runtime in words: `up to 90 min`. */
export const longestInWords = (minutes: number): string => `up to ${minutes} min`;
