import { LIST_NAME_MAX, RATING_MAX, TAG_MAX, TAGS_PER_RATING_MAX } from '@marquee/contracts/constants';
import { withoutDirectionMarks } from '@marquee/contracts/names';
import { uniqueTags } from '@marquee/contracts/plain-text';

export const TITLE_MAX = 300;
const CONTROL = /[\p{Cc}\u2028\u2029\u200b\ufeff]+/gu;

/**
 * Returns the text as one line of valid Unicode, without control characters and without prefixes that prevent
 * formulas.
 */
export function cleanText(value: string | null | undefined, max = TITLE_MAX): string {
  const text = (value ?? '')
    .slice(0, max * 4)
    .toWellFormed()
    .replace(CONTROL, ' ')
    .trim();
  // Spreadsheets write a text as `="Alien"`. Exporters write `'=1+1` to prevent a formula.
  const plain = /^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'(?=[=+@-])/, '');
  return [...plain.replace(/\s+/g, ' ').trim().normalize('NFC')].slice(0, max).join('').trim();
}

export const cleanListName = (value: string | null | undefined): string =>
  cleanText(withoutDirectionMarks(value ?? ''), LIST_NAME_MAX);

/** Splits the cells into tags at commas and semicolons. */
export function cleanTags(values: readonly string[]): string[] {
  const tags = values.map((value) => cleanText(value, TAG_MAX)).filter((tag) => tag !== '');
  return uniqueTags(tags).slice(0, TAGS_PER_RATING_MAX);
}

export const splitTags = (cell: string): string[] => cleanTags(cell.split(/[,;]/));

/** Reads a number with a decimal point or comma, and with thousands separators. */
export function parseNumber(value: string): number | null {
  const text = value.replace(/[\s\u00a0']/g, '');
  const plain = /^-?\d+,\d{1,2}$/.test(text)
    ? text.replace(',', '.')
    : /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
      ? text.replaceAll(',', '')
      : /^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)
        ? text.replaceAll('.', '').replace(',', '.')
        : text;
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Reads how long something took: `01:40:00`, `1:40:00`, or `40:00` for 40 minutes. */
export function parseMinutes(value: string): number | null {
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(value.trim()) ?? [];
  return minutes === undefined ? null : Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
}

/** Reads a positive id of a public list. */
export const parseId = (value: string): number | null =>
  /^[1-9]\d{0,9}$/.test(value.trim()) && Number(value) <= 2_000_000_000 ? Number(value) : null;

export function parseYear(value: string | number | null | undefined): number | null {
  const year = Number(/^\s*(\d{4})(?!\d)/.exec(String(value ?? ''))?.[1]);
  return year >= 1870 && year <= 2200 ? year : null;
}

/** No score is longer. The patterns below would take hours for a cell of a million spaces. */
const SCORE_CHARS = 40;

/** The scales that a cell can name: dice, stars, points. */
const LOWEST_SCALE = 3;
const HIGHEST_SCALE = 100;

/** A score that names its own scale as a rating from 0 to 10, or a number on the scale of its file. */
export type Score = { rating: number } | { score: number };

/** Reads a score. `8/10`, `85 %` and `★★★½` contain their own scale, and so do the stars of Notion (`⭐️⭐️`). */
export function parseScore(value: string): Score | null {
  const text = value
    .trim()
    .replace(/\ufe0f/g, '')
    .replace(/[⭐🌟]/gu, '★');
  if (text === '' || text.length > SCORE_CHARS) return null;
  const stars = /^(★*)☆*(½?)☆*$/u.exec(text);
  if (stars) return ownScale((stars[1]?.length ?? 0) + (stars[2] ? 0.5 : 0), 5);
  const share = /^(.+?)\s*(?:\/|of|out of|sur|sobre|von|su|av|op|из)\s*(\d{1,3})$/.exec(text);
  const named = Number(share?.[2]);
  if (named >= LOWEST_SCALE && named <= HIGHEST_SCALE) return ownScale(parseNumber(share?.[1] ?? ''), named);
  const percent = /^(.+?)\s*%$/.exec(text);
  if (percent) return ownScale(parseNumber(percent[1] ?? ''), 100);
  const score = parseNumber(text.replace(/(?<=\d)\s*(?:★|stars?|sterne|pts|points?)$/i, ''));
  return score === null || score < 0 ? null : { score };
}

function ownScale(score: number | null, scale: number): Score | null {
  const rating = toRating(score, scale);
  return rating === null ? null : { rating };
}

/** Returns a score as a rating from 0 to 10, rounded half up, or null when it is not on the scale. */
export function toRating(score: number | null, scale: number): number | null {
  if (score === null || score < 0 || score > scale) return null;
  return Math.round((score / scale) * RATING_MAX);
}

/** Reduces a text to words for comparisons: lower case, no accents, one space for everything else. */
export const plainWords = (text: string): string =>
  text
    .slice(0, TITLE_MAX)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}✓✔☑✅✗✘❌☐]+/gu, ' ')
    .trim();

/**
 * Splits a title from its year: `The Flash (2014)` → title and year. Moves an article: `Matrix, The (1999)` → `The
 * Matrix`.
 */
export function splitYear(name: string): { title: string; year: number | null } {
  const text = cleanText(name);
  const match = /^(.+?)\s*\((\d{4})(?:\s*[-–]\s*\d{0,4})?\)$/.exec(text);
  const year = match ? parseYear(match[2]) : null;
  return { title: unturned(year === null ? text : (match?.[1] ?? text)), year };
}

/** Moves an article to the front: `Matrix, The` → `The Matrix`, `Misérables, Les` → `Les Misérables`. */
export function unturned(title: string): string {
  const match =
    /^(.+), (The|A|An|Le|La|Les|L'|Der|Die|Das|El|Los|Las|Il|Lo|Un|Une|Det|Den|De)(?=$| \()(.*)$/.exec(title);
  if (!match) return title;
  const [, rest = '', article = '', after = ''] = match;
  return `${article}${article.endsWith("'") ? '' : ' '}${rest}${after}`;
}

/** Finds an IMDb id anywhere in the cell, for example in a link. */
export const findImdbId = (value: string | null | undefined): string | null =>
  /\btt\d{6,9}\b/.exec(value ?? '')?.[0] ?? null;
