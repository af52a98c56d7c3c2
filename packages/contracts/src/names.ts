import { z } from 'zod';
import { DISPLAY_NAME_MAX, DISPLAY_NAME_MIN, MESSAGES, UNITS_MAX } from './constants.ts';

/** The Unicode characters that set the writing direction of the text around them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '');

/**
 * The characters that look like a letter: digits as in `4dmin`, a small l and a capital I, small capitals and phonetic
 * letters, which are Latin, and Cyrillic and Greek letters, of which a whole name may consist.
 */
const LOOKALIKES: Record<string, string> = {
  a: 'a4ᴀɑаα',
  b: 'b8ʙвβ',
  c: 'cᴄсϲ',
  d: 'dᴅԁδ',
  e: 'e3ᴇеε',
  f: 'fꜰ',
  g: 'g69ɢɡ',
  h: 'hʜһнη',
  i: 'il1ɪıіӏι',
  k: 'kᴋкκ',
  l: 'il1ʟӏι',
  m: 'mᴍмμ',
  n: 'nɴпνη',
  o: 'o0ᴏоοσ',
  p: 'pᴘрρ',
  q: 'qꞯԛ',
  r: 'rʀг',
  s: 's5ꜱѕ',
  t: 't7ᴛтτ',
  u: 'uᴜиυμ',
  v: 'vᴠνѵ',
  w: 'wᴡԝω',
  y: 'yʏуυ',
  z: 'z2ᴢζ',
};
const spellings = (words: readonly string[]): string =>
  words.map((word) => [...word].map((letter) => `[${LOOKALIKES[letter] ?? letter}]`).join('')).join('|');

const OURS = spellings([
  'administrator',
  'administration',
  'admin',
  'billing',
  'helpdesk',
  'moderator',
  'official',
  'postmaster',
  'root',
  'security',
  'staff',
  'support',
  'sysadmin',
  'webmaster',
]);
const FILLERS = spellings(['account', 'customer', 'desk', 'help', 'my', 'payment', 'service', 'team', 'the']);

/** The product's name anywhere, or a name that consists of words for the people who run the product. */
const PASSES_FOR_US = new RegExp(
  `${spellings(['marquee'])}|^\\d*(?:${FILLERS})*(?:${OURS})(?:${OURS}|${FILLERS})*s?\\d*$`,
);

function passesForUs(name: string): boolean {
  // NFKD also turns letters such as full-width ones into plain letters.
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return PASSES_FOR_US.test(plain);
}

/** Scripts whose letters one name may use together (Unicode TS 39, section 5.1). */
const SCRIPTS = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cherokee',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
    'Latin',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thaana',
    'Thai',
    'Tibetan',
  ].map((script) => [script]),
];
const classOf = (scripts: readonly string[]): string =>
  scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('');
const ONE_SCRIPT = [
  ...SCRIPTS.map((scripts) => `[${classOf(scripts)}\\p{Script_Extensions=Common}\\P{L}]*`),
  // Scripts that few people write with count as one script.
  `[^${classOf(SCRIPTS.flat())}]*`,
].map((pattern) => new RegExp(`^${pattern}$`, 'u'));

const hasOneScript = (name: string): boolean => {
  const plain = name.normalize('NFKC');
  return ONE_SCRIPT.some((pattern) => pattern.test(plain));
};

/** A public name: 3 to 16 letters and digits of one script, with at least one letter. */
export const DisplayName = z
  .string(MESSAGES.displayNameRequired)
  .overwrite(withoutDirectionMarks)
  .trim()
  .normalize('NFC')
  .min(1, { error: MESSAGES.displayNameRequired, abort: true })
  .max(UNITS_MAX * DISPLAY_NAME_MAX, { error: MESSAGES.displayNameLength, abort: true })
  .refine(
    (value) => [...value].length >= DISPLAY_NAME_MIN && [...value].length <= DISPLAY_NAME_MAX,
    MESSAGES.displayNameLength,
  )
  .regex(/^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]*$/u, MESSAGES.displayNameCharacters)
  .regex(/\p{L}/u, MESSAGES.displayNameLetter)
  .refine(hasOneScript, { error: MESSAGES.displayNameScripts, abort: true })
  .refine((value) => !passesForUs(value), MESSAGES.displayNameReserved);
