import { z } from 'zod';
import { DISPLAY_NAME_MAX, DISPLAY_NAME_MIN, MESSAGES, UNITS_MAX } from './constants.ts';
import { described } from './described.ts';

/** The Unicode characters that set the writing direction of the text around them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '');

/**
 * The characters that look like a letter, after Unicode TS 39: digits as in `4dmin`, a small l and a capital I, small
 * capitals, turned and phonetic letters, which are Latin, and Cyrillic, Greek, Cherokee and Lisu letters, of which a
 * whole name may consist.
 */
const LOOKALIKES: Record<string, string> = {
  a: 'a4ᴀɑɐаαꭺꓮ',
  b: 'b8ʙɓƀвβꮟꓐ',
  c: 'cᴄɔƈȼсϲꮯꓚ',
  d: 'dᴅɗɖđðԁδꭰꓓ',
  e: 'e3ᴇəǝɘɛɜɇеєҽεꭼꓰ',
  f: 'fꜰƒꓝ',
  g: 'g69ɢɡɠǥꮐꓖ',
  h: 'hʜɦħһнηꮋꓧ',
  i: 'il1ɪıɩɨǀіӏιꭵꓲ',
  k: 'kᴋƙʞкκꮶꓗ',
  l: 'il1ʟɭɫłƚǀӏιꮮꓡ',
  m: 'mᴍɱɯмμꮇꓟ',
  n: 'nɴɲɳŋƞпνηꓠ',
  o: 'o0ᴏøɵоοσөꓳ',
  p: 'pᴘƥрρꮲꓑ',
  q: 'qꞯʠɋԛ',
  r: 'rʀɾɼɽɹɿʁгꭱꮢꓣ',
  s: 's5ꜱʂƨѕꮪꓢ',
  t: 't7ᴛŧƭʈтτꭲꓔ',
  u: 'uᴜʉʊʋиυμꓴ',
  v: 'vᴠʋʌνѵꮩꓦ',
  w: 'wᴡʍԝωꮃꓪ',
  y: 'yʏɏƴʎуυꭹꓬ',
  z: 'z2ᴢƶʐʒζꮓꓜ',
};
const SEQUENCES: Record<string, string> = { d: 'cl', m: 'rn|nn', w: 'vv' };

/** @param further characters and sequences for a letter, as alternatives of a pattern. */
const spellings = (words: readonly string[], further: Record<string, string> = {}): string => {
  const spell = (letter: string): string =>
    [`[${LOOKALIKES[letter] ?? letter}]`, SEQUENCES[letter], further[letter]].filter(Boolean).join('|');
  return words.map((word) => [...word].map((letter) => `(?:${spell(letter)})`).join('')).join('|');
};

/** NFKD also turns letters such as full-width ones into plain letters. */
const plainLetters = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Each of these characters with one letter for it. */
const LETTERS = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, alike]) => [...alike].map((each) => [each, letter])),
);

/** Returns the name in one form for all names that look like it. */
export function lookOf(name: string): string {
  // A letter such as i looks like another letter too, so look twice.
  const letterOf = (each: string): string => LETTERS.get(each) ?? each;
  const letters = [...plainLetters(name)].map((each) => letterOf(letterOf(each))).join('');
  return Object.entries(SEQUENCES).reduce(
    (look, [letter, alike]) => look.replace(new RegExp(alike, 'g'), letter),
    letters,
  );
}

/** The product's name is long, so fewer of its letters must be right. */
const PRODUCT = spellings(['marquee'], { m: 'vv|w', q: '[ckg9к]', u: 'v' });
const OURS = spellings([
  'abuse',
  'administrator',
  'administration',
  'admin',
  'billing',
  'chargeback',
  'customercare',
  'customerservice',
  'donotreply',
  'helpcenter',
  'helpdesk',
  'hostmaster',
  'invoice',
  'mailer',
  'moderation',
  'moderator',
  'noreply',
  'official',
  'payment',
  'postmaster',
  'privacy',
  'refund',
  'root',
  'security',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'sysop',
  'verification',
  'webmaster',
]);
const FILLERS = spellings([
  'account',
  'care',
  'customer',
  'desk',
  'help',
  'my',
  'online',
  'service',
  'team',
  'the',
]);

/** The product's name anywhere, or a name that consists of words for the people who run the product. */
const PASSES_FOR_US = new RegExp(
  `${PRODUCT}|^\\d*(?:(?:${FILLERS})s?)*(?:${OURS})s?(?:(?:${OURS}|${FILLERS})s?)*\\d*$`,
);

const passesForUs = (name: string): boolean => PASSES_FOR_US.test(plainLetters(name));

/** The words by which screens and events name others than people. */
const ROLES = new RegExp(`^\\d*(?:${spellings(['host', 'system'])})s?\\d*$`);

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
/**
 * The patterns of names in one script. They are compiled for the first name, because that takes longer than the start of
 * most threads, and few threads check a name.
 */
let oneScript: RegExp[] | undefined;
const compileOneScript = (): RegExp[] =>
  [
    ...SCRIPTS.map((scripts) => `[${classOf(scripts)}\\p{Script_Extensions=Common}\\P{L}]*`),
    // Scripts that few people write with count as one script.
    `[^${classOf(SCRIPTS.flat())}]*`,
  ].map((pattern) => new RegExp(`^${pattern}$`, 'u'));

function hasOneScript(name: string): boolean {
  oneScript ??= compileOneScript();
  const plain = name.normalize('NFKC');
  return oneScript.some((pattern) => pattern.test(plain));
}

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
  .refine((value) => !passesForUs(value), MESSAGES.displayNameReserved)
  .register(described, {
    description:
      'Letters and digits of one script, with at least one letter; not a name that could be mistaken for Marquee.',
    examples: ['fay'],
    minLength: DISPLAY_NAME_MIN,
    maxLength: DISPLAY_NAME_MAX,
    // Generators compile patterns without flags, so this one names what is left out among the first characters.
    pattern: '^(?!\\d*$)[^\\u0000-/:-@[-`{-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u3000]*$',
  });

/** The name of a guest, whom the others in the round know by nothing else. */
export const GuestName = DisplayName.refine(
  (value) => !ROLES.test(plainLetters(value)),
  MESSAGES.displayNameReserved,
).register(described, {
  description: 'As the display name of an account, and neither host nor system.',
  examples: ['fay'],
  minLength: DISPLAY_NAME_MIN,
  maxLength: DISPLAY_NAME_MAX,
});
