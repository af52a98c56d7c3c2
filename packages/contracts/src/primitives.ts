/// <reference path="./punycode.d.ts" />
import punycode from 'punycode.js';
import { z } from 'zod';
import {
  EMAIL_MAX,
  MESSAGES,
  PASSWORD_MAX,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN,
  PER_PAGE_MAX,
  QUERY_MAX,
  UNITS_MAX,
} from './constants.ts';
import { COUNTRIES } from './countries.ts';
import { described, param } from './described.ts';
import { withoutDirectionMarks } from './names.ts';
import { opaqueString, plainText } from './plain-text.ts';

const MAX_INT = 2_147_483_647;
// Control characters, and the two Unicode line separators that mail headers and terminals treat as line ends.
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_BUT_LINES = /(?![\n\t])[\p{Cc}\u2028\u2029]/gu;

export const Id = z.int().min(1).max(MAX_INT);

/** An id in a path or query: digits without sign, space or leading zero. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(MAX_INT))
  .register(described, { type: 'integer', minimum: 1, maximum: MAX_INT });

export const idParam = (thing: string, example = 318) => param(IdText, `The id of ${thing}.`, example);

/** The id or the share code of a list. */
export const IdOrCode = param(
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  'The id or the share code of a list.',
  '42',
);
export const Code = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_-]+$/);

/** A year of four digits in a query. */
export const YearText = z
  .string()
  .regex(/^[1-9]\d{3}$/)
  .transform(Number)
  .register(described, { type: 'integer', minimum: 1000, maximum: 9999 });

/** A number of minutes in a query. */
export const MinutesText = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number)
  .register(described, { type: 'integer', minimum: 1, maximum: 9999 });

/** The most values that one key of a query may have. */
const VALUES_MAX = 20;

/** Returns the schema of comma-separated values in one key of a query. */
export const ValuesText = (value: RegExp) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().regex(value)).min(1).max(VALUES_MAX));

export const Flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .register(described, { type: 'boolean' });
export const PageQuery = {
  page: param(
    z
      .string()
      // A page past the end is empty and not an error, so the schema accepts large numbers.
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number)
      .register(described, { type: 'integer', minimum: 1 })
      .default(1),
    'The number of the page, from 1. A page past the end is empty.',
    1,
  ),
  per_page: param(
    z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform(Number)
      .pipe(z.number().max(PER_PAGE_MAX))
      .register(described, { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX })
      .optional(),
    'The number of entries on a page. Without it, 25.',
    25,
  ),
};

// Without an explicit message, each check would reuse the message of the schema.
const tooLong = (max: number): string => `Please use at most ${max} characters`;

/** At least one visible character: not only spaces, U+200B, Hangul fillers or the empty Braille pattern. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** PostgreSQL stores no half of a surrogate pair. */
const WELL_FORMED = { error: 'This text has a character that cannot be stored' };

function lineOf(text: z.ZodString, max: number, required: string | undefined) {
  const trimmed = text.overwrite(plainText);
  return (
    required === undefined
      ? trimmed
      : trimmed
          .min(1, { error: required, abort: true })
          .refine((value) => VISIBLE.test(value), { error: required, abort: true })
  )
    .max(max, tooLong(max))
    .refine((value) => !CONTROL.test(value), { error: 'Control characters are not allowed' })
    .refine((value) => value.isWellFormed(), WELL_FORMED);
}

/**
 * Returns the schema of one line of text as people see it (`plainText`), without control characters. Every text of a
 * client that reaches the database has this schema or that of `Lines`, since PostgreSQL refuses some texts.
 */
export const Line = (max: number, required?: string) => lineOf(z.string(required), max, required);

/** Returns the schema of a name: a line without direction marks, which can make a name look like another name. */
export const NameLine = (max: number, required?: string) =>
  lineOf(z.string(required).overwrite(withoutDirectionMarks), max, required);

/** The text of a search box. */
export const SearchText = Line(QUERY_MAX).default('');

/**
 * Returns the schema of text with several lines: trimmed, normalized to NFC. Control characters except line
 * breaks and tabs are removed.
 */
export function Lines(min: number, max: number, tooShort: string) {
  return z
    .string(tooShort)
    .overwrite((value) =>
      value.replace(/\r\n?/g, '\n').replace(CONTROL_BUT_LINES, '').normalize('NFC').trim(),
    )
    .min(min, tooShort)
    .max(max, tooLong(max))
    .refine((value) => value.isWellFormed(), WELL_FORMED);
}

/** Returns the address with the letters of its domain in place of their ASCII form, `xn--` and a code. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).toLowerCase();
  if (!/(^|\.)xn--/.test(domain)) return address;
  try {
    const plain = punycode.toUnicode(domain).normalize('NFC');
    // A code that does not come back as it was stands for no domain.
    return punycode.toASCII(plain) === domain ? address.slice(0, at) + plain : address;
  } catch {
    return address; // No code, so `isOneSpelling` refuses the address.
  }
}

/** Returns whether the address is the only spelling of its mailbox. Mail servers read full-width letters as ASCII. */
const isOneSpelling = (address: string): boolean =>
  address.normalize('NFKC') === address && !/[@.]xn--/i.test(address);

/** Returns the schema of an email address. The database compares addresses without case (citext). */
export function Email(required: string = MESSAGES.emailRequired) {
  return Line(EMAIL_MAX, required)
    .overwrite(withPlainDomain)
    .pipe(
      // Checks only the form: one @, a dot in the domain, no spaces or characters that break a mail header.
      z
        .string()
        .regex(
          /^(?!\.)[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+(?<!\.)@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u,
          required === MESSAGES.emailRequired ? MESSAGES.emailInvalid : required,
        )
        .refine(isOneSpelling, required === MESSAGES.emailRequired ? MESSAGES.emailInvalid : required),
    )
    .register(described, { examples: ['fay@example.com'] });
}

/**
 * A new password: 8 to 32 characters with a digit, at most 72 bytes (the limit of bcrypt), in the form of `opaqueString`
 * and never trimmed.
 */
export const NewPassword = z
  .string(MESSAGES.passwordRequired)
  .overwrite(opaqueString)
  .min(1, { error: MESSAGES.passwordRequired, abort: true })
  .max(UNITS_MAX * PASSWORD_MAX, { error: MESSAGES.passwordLength, abort: true })
  .refine(
    (value) => [...value].length >= PASSWORD_MIN && [...value].length <= PASSWORD_MAX,
    MESSAGES.passwordLength,
  )
  .regex(/\d/, MESSAGES.passwordDigit)
  .refine((value) => new TextEncoder().encode(value).length <= PASSWORD_MAX_BYTES, MESSAGES.passwordTooLong)
  .register(described, {
    description: 'At least one digit; at most 72 bytes in UTF-8; not one of the most common passwords.',
    examples: ['popcorn 4 two'],
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    pattern: '\\d',
  });

const countries: ReadonlySet<string> = new Set(COUNTRIES);

/** A country by its code in capitals (ISO 3166). */
export const Country = z
  .string()
  .max(2, { error: 'Country is unknown', abort: true })
  .refine((code) => countries.has(code), 'Country is unknown')
  .register(described, { examples: ['US'] });

/** Time zones have names such as `Europe/Berlin` or `UTC`. An offset is none, because it knows no summer time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

function isTimeZone(name: string): boolean {
  try {
    return ZONE_NAME.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** A time zone by its name (IANA). */
export const TimeZone = z
  .string()
  .max(64, { error: 'Time zone is unknown', abort: true })
  .refine(isTimeZone, 'Time zone is unknown')
  .register(described, { description: 'A time zone of IANA.', examples: ['Europe/Berlin'] });

export const Timestamp = z.iso.datetime();

export const Pagination = z.object({
  current_page: z.int(),
  has_more: z.boolean(),
  page_count: z.int(),
  total_count: z.int(),
});
export type Pagination = z.infer<typeof Pagination>;

export const Message = z.object({ message: z.string() });
