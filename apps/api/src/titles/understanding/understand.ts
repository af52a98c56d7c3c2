import type { Understood } from '@marquee/contracts';
import type { Lexicon, Meaning } from '#src/titles/engine/lexicon.ts';
import { type Word, wordsOf } from './words.ts';

/** What the words of a query were taken for, and the words that were taken for nothing. */
export interface Reading {
  readonly understood: readonly Understood[];
  readonly rest: string;
}

/** A part of a query that has a meaning: the words before `end`. */
interface Part {
  readonly meaning: Meaning;
  readonly end: number;
}

/** More words than anybody types. The others are not read, because each costs several lookups. */
const WORDS_MAX = 24;
/** More facts than anybody names. The words behind them are not read, because each fact is looked up in every title. */
const MEANINGS_MAX = 8;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const NOT = set('not no without non nothing minus except never');
const SOFTENERS = set('too very so really that at all any overly much particularly');
/** Words that say nothing about a title. */
const FILLERS = set(
  'a an the and or but with of for to in on at from by about some something anything good great best nice really ' +
    'very please watch watching find me tonight i im we want wanna would like to see is are that which has have ' +
    'set story story one kind sort where whose who it its my our us top well made looking need give evening ' +
    'right now plot around featuring full lot lots stuff thing what can you any more most title',
);
const PREPOSITIONS = new Map<string, readonly Meaning['kind'][]>([
  ['on', ['provider']],
  ['by', ['person']],
  ['starring', ['person']],
  ['with', ['person', 'theme', 'genre']],
  ['from', ['country', 'person', 'provider']],
  ['in', ['language', 'theme', 'country']],
  ['about', ['theme']],
  ['of', ['theme', 'person']],
]);
const DECADES = new Map<string, number>([
  ['twenty', 1920],
  ['thirty', 1930],
  ['forty', 1940],
  ['fifty', 1950],
  ['sixty', 1960],
  ['seventy', 1970],
  ['eighty', 1980],
  ['ninety', 1990],
]);
const NUMBERS = new Map<string, number>([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
]);
const LONGEST_NAME = 5;
const LONGEST_TITLE = 10;

const LIMIT =
  /^(under|below|less than|shorter than|no longer than|at most|max|maximum|up to|over|above|more than|longer than|at least) (?:(half an|half a) |(\d+|an?|one|two|three|four) (?:(\d+) |(and a half) )?)(hours?|hrs?|hr?|minutes?|mins?|m)( and a half)?(?= |$)/;

/** Reads "under two hours" as `<120`. */
function readLength(words: readonly Word[], at: number): Part | null {
  const text = words
    .slice(at, at + 8)
    .map(({ plain }) => plain)
    .join(' ');
  const [all, how, half, number = '', digits, andHalf, unit = '', halfBehind] = LIMIT.exec(text) ?? [];
  if (all === undefined || how === undefined) return null;
  const whole = half ? 0.5 : (NUMBERS.get(number) ?? Number(number));
  // "1.5 hours" comes as the words 1, 5 and hours.
  const amount = whole + (digits ? Number(`0.${digits}`) : 0) + (andHalf || halfBehind ? 0.5 : 0);
  const minutes = Math.round(unit.startsWith('h') ? amount * 60 : amount);
  const sign = /^(over|above|more|longer|at least)/.test(how) ? '>' : '<';
  const label = `${sign === '<' ? 'Under' : 'Over'} ${minutes} minutes`;
  return {
    meaning: { kind: 'length', value: `${sign}${minutes}`, label },
    end: at + all.split(' ').length,
  };
}

const LEADING = set('the in from of during');
const RANGE = set('before after since until till pre post');

/** Reads "80s", "the 1980s" and "eighties" as a decade, and "1999" as a year. */
function readTime(words: readonly Word[], at: number): Part | null {
  let start = at;
  while (LEADING.has(words[start]?.plain ?? '')) start++;
  const { plain = '', stem = '' } = words[start] ?? {};
  const [, century, years] = /^(18|19|20)?(\d0)s$/.exec(plain) ?? [];
  const short = Number(years) <= 20 ? '20' : '19';
  const decade = years
    ? Number(`${century ?? short}${years}`)
    : plain === stem
      ? undefined
      : DECADES.get(stem);
  if (decade !== undefined)
    return { meaning: { kind: 'decade', value: String(decade), label: `${decade}s` }, end: start + 1 };
  const isRange = RANGE.has(words[start - 1]?.plain ?? '');
  if (isRange || !/^(?:19|20)\d\d$/.test(plain)) return null;
  return { meaning: { kind: 'year', value: plain, label: plain }, end: start + 1 };
}

/** Reads "like Heat" and "similar to Heat". The longest title wins. */
function readLike(query: string, words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const next = words[at + 1]?.plain;
  const isSimilar = words[at]?.plain === 'similar' && next === 'to';
  if (!isSimilar && words[at]?.plain !== 'like') return null;
  const start = at + (isSimilar ? 2 : 1);
  for (let end = Math.min(words.length, start + LONGEST_TITLE); end > start; end--) {
    const title = lexicon.findTitle(query.slice(words[start]?.from, words[end - 1]?.to));
    if (title !== null) return { meaning: title, end };
  }
  return null;
}

/** Reads a phrase of the lexicon, the longest one first, with one typo where no phrase is exact. */
function readPhrase(
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  kinds?: readonly Meaning['kind'][],
): Part | null {
  const longest = Math.min(lexicon.longest, words.length - at);
  const attempts = [
    (phrase: string) => lexicon.phrases.get(phrase) ?? [],
    (phrase: string) => lexicon.nearly(phrase),
  ];
  for (const meaningsOf of attempts) {
    for (let length = longest; length > 0; length--) {
      const phrase = words
        .slice(at, at + length)
        .map((word) => word.stem)
        .join(' ');
      if (length === 1 && FILLERS.has(phrase)) continue;
      const meanings = meaningsOf(phrase);
      const meaning = kinds
        ? kinds.flatMap((wanted) => meanings.filter(({ kind }) => kind === wanted))[0]
        : meanings[0];
      if (meaning !== undefined) return { meaning, end: at + length };
    }
  }
  return null;
}

/** Reads the full name of a person; without a preposition only a name of two words or more. */
function readPerson(
  query: string,
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  shortest: number,
): Part | null {
  for (let end = Math.min(words.length, at + LONGEST_NAME); end >= at + shortest; end--) {
    const person = lexicon.findPerson(query.slice(words[at]?.from, words[end - 1]?.to));
    if (person !== null) return { meaning: person, end };
  }
  return null;
}

/** Reads what follows a preposition: "on Max", "by Agnès Varda", "set in Paris", "in French", "from Japan". */
function readAfterPreposition(
  query: string,
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
): Part | null {
  const isSet = words[at]?.plain === 'set' && words[at + 1]?.plain === 'in';
  const isDirected = words[at]?.plain === 'directed' && words[at + 1]?.plain === 'by';
  const start = at + (isSet || isDirected ? 2 : 1);
  const kinds: readonly Meaning['kind'][] | undefined = isSet
    ? ['theme']
    : PREPOSITIONS.get(words[start - 1]?.plain ?? '');
  if (kinds === undefined) return null;
  for (const from of words[start]?.plain === 'the' ? [start + 1, start] : [start]) {
    const person = kinds.includes('person') ? readPerson(query, words, from, lexicon, 1) : null;
    const part = person ?? readPhrase(words, from, lexicon, kinds);
    if (part !== null) return part;
  }
  return null;
}

const LANGUAGE_WORDS = set('language speaking spoken');

function readLanguage(words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const part = readPhrase(words, at, lexicon, ['language']);
  return part && LANGUAGE_WORDS.has(words[part.end]?.plain ?? '') ? { ...part, end: part.end + 1 } : null;
}

/** Returns the part that begins at a word, or null when the word begins none. */
function readPart(query: string, words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  return (
    readLength(words, at) ??
    readLike(query, words, at, lexicon) ??
    readTime(words, at) ??
    readLanguage(words, at, lexicon) ??
    readAfterPreposition(query, words, at, lexicon) ??
    readPerson(query, words, at, lexicon, 2) ??
    readPhrase(words, at, lexicon)
  );
}

/** Takes the words of a query for facts of titles, from left to right. */
export function understand(query: string, lexicon: Lexicon): Reading {
  const words = wordsOf(query).slice(0, WORDS_MAX);
  const understood: Understood[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length && understood.length < MEANINGS_MAX; ) {
    const start = at;
    const not = NOT.has(words[at]?.plain ?? '');
    if (not) at++;
    while (not && SOFTENERS.has(words[at]?.plain ?? '')) at++;
    const part = readPart(query, words, at, lexicon);
    const [first, last] = [words[start], words[(part?.end ?? start + 1) - 1]];
    if (first === undefined || last === undefined) break;
    if (part !== null) {
      understood.push({ ...part.meaning, text: query.slice(first.from, last.to), not });
      at = part.end;
      continue;
    }
    if (not || !FILLERS.has(first.plain)) rest.push(query.slice(first.from, first.to));
    at = start + 1;
  }
  return { understood, rest: rest.join(' ') };
}
