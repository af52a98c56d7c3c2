import type { Understood } from '@marquee/contracts';
import type { Lexicon, Meaning } from '#src/titles/engine/lexicon.ts';
import { normalize } from '#src/titles/engine/normalize.ts';
import { phraseOf, type Word, wordsOf } from './words.ts';

/** What the words of a query were taken for, and the words that were taken for nothing. */
export interface Reading {
  readonly understood: readonly Understood[];
  /** The words without a meaning in the catalogue's facts. They may be a name, or words of a story. */
  readonly rest: string;
  /** Words like these that titles should not have: "not marvel". */
  readonly unwanted: readonly string[];
  /** The words that say what to do with a title, and nothing about it. */
  readonly habits: readonly string[];
  /** Whether a season or an episode is named, so that a series is meant. */
  readonly isSeries: boolean;
}

/** A part of a query that has a meaning: the words before `end`. */
interface Part {
  readonly meaning: Meaning;
  readonly end: number;
  readonly isCorrected?: boolean;
  /** Whether the words exclude what they mean, as "less violent". */
  readonly isNot?: boolean;
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
    'right now plot around featuring full lot lots stuff thing what can you any more most title should could would i make makes',
);
/** Words that people add to a name by habit: what they want to do with it. */
const HABITS = set(
  'free stream streaming streamed streams trailer trailers teaser imdb rotten tomatoes letterboxd hd 4k 1080p download ' +
    'downloads torrent subtitles subbed dubbed review reviews ratings cast ending explained soundtrack online full ' +
    'available netflixing playing order chronological saga',
);
export const FOR_CHILDREN: Meaning = { kind: 'audience', value: 'children', label: 'For children' };
const OWNERS = set('a an his her their this one whole');
const SEASON = /^(?:s\d{1,2}(?:e\d{1,3})?|\d{1,2}x\d{1,3})$/;
const SEASON_WORDS = set('season seasons series episode episodes');
const NUMBER = /^(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|first|last|latest|final)$/;
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
const DECADES = new Map([
  ['twenty', 1920],
  ['thirty', 1930],
  ['forty', 1940],
  ['fifty', 1950],
  ['sixty', 1960],
  ['seventy', 1970],
  ['eighty', 1980],
  ['ninety', 1990],
]);
const NUMBERS = new Map([
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

/** Reads "90 minutes" as `<90`: who has so much time. */
function readMinutes(words: readonly Word[], at: number): Part | null {
  const { plain = '' } = words[at] ?? {};
  if (!/^\d{2,3}$/.test(plain) || !/^min(?:ute)?s?$/.test(words[at + 1]?.plain ?? '')) return null;
  return { meaning: { kind: 'length', value: `<${plain}`, label: `Under ${plain} minutes` }, end: at + 2 };
}

const CHILD =
  /^(?:with|for) (?:an? |my |our |the )?(?:[1-9]|1[0-2]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:year|yr)s? olds?(?= |$)/;

/** Reads "with my 6 year old" as children. */
function readChild(words: readonly Word[], at: number): Part | null {
  const text = words
    .slice(at, at + 5)
    .map(({ plain }) => plain)
    .join(' ');
  const [all] = CHILD.exec(text) ?? [];
  if (all === undefined) return null;
  return { meaning: FOR_CHILDREN, end: at + all.split(' ').length };
}

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
const RANGE = set('before after since until till pre post between');
const UNTIL = set('and to until till through');

const years = (from: number | null, to: number | null): Meaning => ({
  kind: 'years',
  value: from !== null && to !== null ? `${from}-${to}` : from === null ? `-${to}` : `${from}-`,
  label: from !== null && to !== null ? `${from} to ${to}` : from === null ? `Until ${to}` : `Since ${from}`,
});

/** Reads a year or a decade as its first and last year. */
function readPeriod(words: readonly Word[], at: number): { from: number; to: number; end: number } | null {
  const start = words[at]?.plain === 'the' ? at + 1 : at;
  const { plain = '' } = words[start] ?? {};
  if (/^(?:18|19|20)\d\d$/.test(plain)) return { from: Number(plain), to: Number(plain), end: start + 1 };
  const decade = decadeOf(words[start]);
  return decade === undefined ? null : { from: decade, to: decade + 9, end: start + 1 };
}

/** Reads "before 1990", "since the 80s" and "between 1990 and 1999" as years. */
function readYears(words: readonly Word[], at: number): Part | null {
  const how = words[at]?.plain ?? '';
  const first = readPeriod(words, RANGE.has(how) || how === 'from' ? at + 1 : at);
  if (first === null) return null;
  const joins = UNTIL.has(words[first.end]?.plain ?? '') ? first.end + 1 : first.end;
  const second = how === 'between' || how === 'from' || joins === first.end ? readPeriod(words, joins) : null;
  // "1990-1999" comes as two years beside each other.
  if (second !== null && second.to > first.from)
    return { meaning: years(first.from, second.to), end: second.end };
  switch (how) {
    case 'before':
    case 'pre':
      return { meaning: years(null, first.from - 1), end: first.end };
    case 'until':
    case 'till':
      return { meaning: years(null, first.to), end: first.end };
    case 'after':
    case 'post':
      return { meaning: years(first.to + 1, null), end: first.end };
    case 'since':
      return { meaning: years(first.from, null), end: first.end };
    default:
      return null;
  }
}

/** The longest short movie, the longest short episode, and the longest movie that is not too long, in minutes. */
const SHORT_MINUTES = 95;
const SHORT_EPISODE = 35;
const NOT_LONG_MINUTES = 120;
const runtime = (minutes: number): Meaning => ({
  kind: 'runtime',
  value: `<${minutes}`,
  label: `Under ${minutes} minutes`,
});

/** Reads "short" and "not too long" as a runtime. */
function readRuntime(words: readonly Word[], at: number): Part | null {
  const [first = '', ...more] = words.slice(at, at + 4).map(({ plain }) => plain);
  if (first === 'short' || first === 'quick') return { meaning: runtime(SHORT_MINUTES), end: at + 1 };
  if (first !== 'not') return null;
  const long = more.findIndex((word) => !SOFTENERS.has(word));
  return more[long] === 'long' ? { meaning: runtime(NOT_LONG_MINUTES), end: at + 2 + long } : null;
}

/** Returns the first year of the decade that a word names: "80s", "1980s", "eighties". */
function decadeOf(word: Word | undefined): number | undefined {
  const { plain = '', stem = '' } = word ?? {};
  const [, century, tens] = /^(18|19|20)?(\d0)s$/.exec(plain) ?? [];
  const short = Number(tens) <= 20 ? '20' : '19';
  return tens ? Number(`${century ?? short}${tens}`) : plain === stem ? undefined : DECADES.get(stem);
}

/** Reads "80s", "the 1980s" and "eighties" as a decade, and "1999" as a year. */
function readTime(words: readonly Word[], at: number): Part | null {
  let start = at;
  while (LEADING.has(words[start]?.plain ?? '')) start++;
  const { plain = '' } = words[start] ?? {};
  const decade = decadeOf(words[start]);
  if (decade !== undefined)
    return { meaning: { kind: 'decade', value: String(decade), label: `${decade}s` }, end: start + 1 };
  const isRange = RANGE.has(words[start - 1]?.plain ?? '');
  if (isRange || !/^(?:19|20)\d\d$/.test(plain)) return null;
  return { meaning: { kind: 'year', value: plain, label: plain }, end: start + 1 };
}

/** Reads "like Heat" and "similar to Heat", and behind one "and Ronin" too. The longest title wins. */
function readLike(
  query: string,
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  isAfterLike: boolean,
): Part | null {
  const next = words[at + 1]?.plain;
  const isSimilar = words[at]?.plain === 'similar' && next === 'to';
  const isNext = isAfterLike && /^(?:and|or|plus|meets)$/.test(words[at]?.plain ?? '');
  if (!isSimilar && !isNext && words[at]?.plain !== 'like') return null;
  const start = at + (isSimilar ? 2 : 1);
  for (let end = Math.min(words.length, start + LONGEST_TITLE); end > start; end--) {
    const title = lexicon.findTitle(query.slice(words[start]?.from, words[end - 1]?.to));
    if (title !== null) return { meaning: title, end };
  }
  return null;
}

/** Returns the place behind a version of a film, which is no other title: "Alien director's cut". */
function behindVersion(words: readonly Word[], at: number): number {
  const [first = '', second = ''] = words.slice(at, at + 2).map(({ plain }) => plain);
  if (first === 'uncut' || first === 'remastered') return at + 1;
  return /^(?:directors?|extended|final|theatrical) (?:cut|edition)$/.test(`${first} ${second}`)
    ? at + 2
    : at;
}

const MAKERS = set('director directors filmmaker');
/** So many titles, the best known, are meant by a name before "director" that is an English word too. */
const FAMOUS = 1_500;

/** Reads "director of Parasite", "who directed Parasite" and "Parasite director" as that person. */
function readDirector(query: string, words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const named = (from: number, end: number): number | undefined =>
    lexicon.titlesNamed(query.slice(words[from]?.from, words[end - 1]?.to))[0];
  let start = at;
  while (/^(?:from|by|the|who)$/.test(words[start]?.plain ?? '')) start++;
  const { plain = '' } = words[start] ?? {};
  const isAsked = plain === 'directed' && words[start - 1]?.plain === 'who';
  if (isAsked || (MAKERS.has(plain) && words[start + 1]?.plain === 'of')) {
    const from = start + (isAsked ? 1 : 2);
    for (let end = Math.min(words.length, from + LONGEST_TITLE); end > from; end--) {
      const item = named(from, end);
      const meaning = item === undefined ? null : lexicon.directorOf(item);
      if (meaning !== null) return { meaning, end };
    }
    return null;
  }
  const end = words.findIndex(
    (word, place) => place > at && MAKERS.has(word.plain) && behindVersion(words, place) === place,
  );
  if (end < 0 || end - at > LONGEST_TITLE) return null;
  const item = named(at, end);
  if (item === undefined || (end === at + 1 && item >= FAMOUS)) return null;
  const meaning = lexicon.directorOf(item);
  return meaning === null ? null : { meaning, end: end + 1 };
}

const OCCASIONS = set(
  'day days morning afternoon evening evenings night nights weekend weekends monday tuesday wednesday thursday friday saturday ' +
    'sunday mondays fridays saturdays sundays',
);
const OF_OCCASIONS = set('a an the this my our rainy lazy cold snowy hot long quiet stormy sick slow free');

/** Returns the place behind an occasion, which says when the user watches, and nothing about a title: "for a rainy Sunday". */
function behindOccasion(words: readonly Word[], at: number): number {
  if (!/^(?:for|on)$/.test(words[at]?.plain ?? '')) return at;
  const plain = (place: number): string => words[place]?.plain ?? '';
  let end = at + 1;
  while (OF_OCCASIONS.has(plain(end)) || OCCASIONS.has(plain(end))) end++;
  while (end > at + 1 && !OCCASIONS.has(plain(end - 1))) end--;
  return end > at + 1 ? end : at;
}

/** What a comparison with a title changes, as the end of "like Heat but shorter". */
function readComparison(
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  like: Meaning | null,
): Part | null {
  if (like === null) return null;
  const start = words[at]?.plain === 'but' || words[at]?.plain === 'and' ? at + 1 : at;
  const word = words[start]?.plain ?? '';
  const { runtime: minutes, year } = lexicon.factsOf(like.value);
  const end = start + 1;
  if (word === 'shorter' && minutes > 0) return { meaning: runtime(minutes), end };
  if (word === 'longer' && minutes > 0)
    return {
      meaning: { kind: 'length', value: `>${minutes + 1}`, label: `Over ${minutes} minutes` },
      end,
    };
  if (word === 'newer' && year > 0) return { meaning: years(year + 1, null), end };
  if (word === 'older' && year > 0) return { meaning: years(null, year - 1), end };
  const amount = word === 'more' || word === 'less' ? word : null;
  const base = amount === null ? positiveOf(word) : [words[end]?.plain ?? ''];
  const meaning = base.flatMap((each) => lexicon.phrases.get(each) ?? [])[0];
  if (meaning === undefined) return null;
  return { meaning, end: amount === null ? end : end + 1, isNot: amount === 'less' };
}

/** Returns the forms that a comparative may have without its ending: "funnier" is funny, "darker" dark, "sadder" sad. */
function positiveOf(word: string): string[] {
  if (!word.endsWith('er')) return [];
  const stem = word.slice(0, -2);
  return [stem.replace(/i$/, 'y'), `${stem}e`, stem.replace(/(.)\1$/, '$1')];
}

/** Reads a phrase of the lexicon, the longest one first, with one typo where no phrase is exact. */
function readPhrase(
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  kinds?: readonly Meaning['kind'][],
): Part | null {
  const longest = Math.min(lexicon.longest, words.length - at);
  for (const isCorrected of [false, true]) {
    for (let length = longest; length > 0; length--) {
      const part = words.slice(at, at + length);
      const phrase = part.map((word) => word.stem).join(' ');
      if (length === 1 && FILLERS.has(phrase)) continue;
      // Only an unknown word is a typo: "short" is no "sport".
      if (isCorrected && part.every(({ plain }) => lexicon.isWord(plain))) continue;
      // The "s" of "heits" is no plural.
      const plain = part.map((word) => word.plain).join(' ');
      const meanings = isCorrected
        ? [phrase, plain].flatMap((typed) => lexicon.nearly(typed))
        : (lexicon.phrases.get(phrase) ?? []);
      const meaning = kinds
        ? kinds.flatMap((wanted) => meanings.filter(({ kind }) => kind === wanted))[0]
        : meanings[0];
      if (meaning !== undefined) return { meaning, end: at + length, isCorrected };
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

/** Reads the last name of somebody well known: "kubrick", "tarantino movies". */
function readSurname(words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const meaning = lexicon.findSurname(words[at]?.plain ?? '');
  return meaning === null ? null : { meaning, end: at + 1 };
}

/** Reads what follows a preposition: "on Max", "by Agnès Varda", "set in Paris", "in French", "from Japan". */
function readAfterPreposition(
  query: string,
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
): Part | null {
  const isSet = words[at]?.plain === 'set' && /^(?:in|during)$/.test(words[at + 1]?.plain ?? '');
  const isDirected = words[at]?.plain === 'directed' && words[at + 1]?.plain === 'by';
  const start = at + (isSet || isDirected ? 2 : 1);
  const kinds: readonly Meaning['kind'][] | undefined = isSet
    ? ['theme']
    : PREPOSITIONS.get(words[start - 1]?.plain ?? '');
  if (kinds === undefined) return null;
  for (const from of words[start]?.plain === 'the' ? [start + 1, start] : [start]) {
    const person = kinds.includes('person') ? readPerson(query, words, from, lexicon, 1) : null;
    const part =
      person ?? readPhrase(words, from, lexicon, kinds) ?? (isSet ? readSetting(words, from, lexicon) : null);
    if (part !== null) return part;
  }
  return null;
}

/** Reads the decade in which a title is set, which is not the one in which it was made. */
function readSetting(words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const decade = decadeOf(words[at]);
  if (decade === undefined) return null;
  const short = decade - 1900;
  const [meaning] = [`${decade}s`, `${decade}s and ${short + 10}s`, `${decade - 10}s and ${short}s`]
    .flatMap((phrase) => lexicon.phrases.get(phraseOf(`the ${phrase}`)) ?? [])
    .filter(({ kind }) => kind === 'theme');
  return meaning === undefined ? null : { meaning, end: at + 1 };
}

const LANGUAGE_WORDS = set('language speaking spoken');

function readLanguage(words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const part = readPhrase(words, at, lexicon, ['language']);
  return part && LANGUAGE_WORDS.has(words[part.end]?.plain ?? '') ? { ...part, end: part.end + 1 } : null;
}

/** "A family hides" is about one, and no film for families. */
const isSomebody = (words: readonly Word[], at: number): boolean =>
  words[at]?.stem === 'family' && OWNERS.has(words[at - 1]?.plain ?? '');

/** Returns the part that begins at a word, or null when the word begins none. @param like the title before it. */
function readPart(
  query: string,
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  like: Meaning | null,
): Part | null {
  const found = readPhrase(words, at, lexicon);
  const phrase = found !== null && isSomebody(words, at) && found.end === at + 1 ? null : found;
  return (
    readDirector(query, words, at, lexicon) ??
    readChild(words, at) ??
    readLength(words, at) ??
    readMinutes(words, at) ??
    readComparison(words, at, lexicon, like) ??
    readLike(query, words, at, lexicon, like !== null) ??
    readYears(words, at) ??
    (phrase !== null && !phrase.isCorrected && phrase.end > at + 1 ? null : readRuntime(words, at)) ??
    readTime(words, at) ??
    readLanguage(words, at, lexicon) ??
    readAfterPreposition(query, words, at, lexicon) ??
    readPerson(query, words, at, lexicon, 2) ??
    phrase ??
    readComparative(words, at, lexicon) ??
    readSurname(words, at, lexicon)
  );
}

/** Reads "funnier" as funny, also where nothing is compared. */
function readComparative(words: readonly Word[], at: number, lexicon: Lexicon): Part | null {
  const [meaning] = positiveOf(words[at]?.plain ?? '').flatMap((word) => lexicon.phrases.get(word) ?? []);
  return meaning === undefined ? null : { meaning, end: at + 1 };
}

/** Returns the place behind a season or an episode that is named at a word, or the word's own place. */
function behindSeason(words: readonly Word[], at: number): number {
  const { plain = '' } = words[at] ?? {};
  const next = words[at + 1]?.plain ?? '';
  if (SEASON.test(plain)) return at + 1;
  if (SEASON_WORDS.has(plain) && NUMBER.test(next)) return at + 2;
  return NUMBER.test(plain) && /^(?:season|episode)s?$/.test(next) && !/^\d/.test(plain) ? at + 2 : at;
}

/** Whether a word is only a habit: what people want to do with a title. */
export const isHabit = (word: string): boolean => HABITS.has(word);
export const isFiller = (word: string): boolean => FILLERS.has(word);

/** Whether the last word without a meaning stands before a person and begins the first name: "leo dicaprio". */
const isNickname = (lastWord: string | undefined, before: Word | undefined, name: string): boolean =>
  before !== undefined &&
  lastWord !== undefined &&
  before.plain.length > 2 &&
  normalize(lastWord) === before.plain &&
  normalize(name).startsWith(before.plain);

/** Looks each word up once, because every phrase in which it may stand asks for it again. */
function withKnownWords(lexicon: Lexicon): Lexicon {
  const known = new Map<string, boolean>();
  return {
    ...lexicon,
    isWord(word) {
      const isWord = known.get(word) ?? lexicon.isWord(word);
      known.set(word, isWord);
      return isWord;
    },
  };
}

/** Takes the words of a query for facts of titles, from left to right. */
export function understand(query: string, catalogue: Lexicon): Reading {
  const lexicon = withKnownWords(catalogue);
  const words = wordsOf(query).slice(0, WORDS_MAX);
  const understood: Understood[] = [];
  const rest: string[] = [];
  const unwanted: string[] = [];
  const habits: string[] = [];
  let isSeries = false;
  /** Whether the words since the last part are only fillers with an "or" among them. */
  let isAlternative = false;
  let isAddition = false;
  let isAdjacent = false;
  /** The word that excludes the last part, or ''. */
  let excluding = '';
  let like: Meaning | null = null;
  for (let at = 0; at < words.length && understood.length < MEANINGS_MAX; ) {
    const start = at;
    const season = behindSeason(words, at);
    if (season > at) {
      isSeries = true;
      at = season;
      continue;
    }
    const occasion = Math.max(behindVersion(words, at), behindOccasion(words, at));
    if (occasion > at) {
      habits.push(query.slice(words[at]?.from, words[occasion - 1]?.to));
      at = occasion;
      continue;
    }
    const isLong = readRuntime(words, at);
    const not = isLong === null && NOT.has(words[at]?.plain ?? '');
    const notWord = words[at]?.plain ?? '';
    if (not) at++;
    while (not && SOFTENERS.has(words[at]?.plain ?? '')) at++;
    if (notWord === 'nothing' && words[at]?.plain === 'with') at++;
    const part = readPart(query, words, at, lexicon, like);
    const [first, last] = [words[start], words[(part?.end ?? start + 1) - 1]];
    if (first === undefined || last === undefined) break;
    if (part !== null) {
      // "Without violence or gore" excludes both, and "not gory and funny" one.
      const isAlsoNot =
        isAdjacent && excluding !== '' && (isAlternative || (isAddition && excluding === 'without'));
      const isNot = not || isAlsoNot || (part.isNot ?? false);
      const any = isAlternative && isAdjacent && !isNot;
      const before = understood.at(-1);
      if (any && before !== undefined) understood[understood.length - 1] = { ...before, any };
      // "Leo" before DiCaprio is no other word.
      const isFirstName =
        part.meaning.kind === 'person' && isNickname(rest.at(-1), words[start - 1], part.meaning.label);
      if (isFirstName) rest.pop();
      understood.push({
        ...part.meaning,
        text: query.slice((isFirstName ? words[start - 1] : first)?.from, last.to),
        not: isNot,
        any,
        applied: true,
        corrected: part.isCorrected ?? false,
      });
      if (part.meaning.kind === 'like') like = part.meaning;
      if (!isAlsoNot) excluding = not ? notWord : '';
      isAlternative = false;
      isAddition = false;
      isAdjacent = true;
      at = part.end;
      continue;
    }
    if (first.plain === 'or' || first.plain === 'nor') isAlternative = true;
    else if (first.plain === 'and') isAddition = true;
    else if (not && words[at] !== undefined && !FILLERS.has(words[at]?.plain ?? '')) {
      unwanted.push(words[at]?.plain ?? '');
      excluding = notWord;
      isAdjacent = true;
      at++;
      continue;
    } else if (HABITS.has(first.plain)) habits.push(query.slice(first.from, first.to));
    else if (!FILLERS.has(first.plain)) {
      rest.push(query.slice(first.from, first.to));
      isAdjacent = false;
    }
    at = start + 1;
  }
  return { understood: withShortEpisodes(understood), rest: rest.join(' '), unwanted, habits, isSeries };
}

/** Beside series, "short" means their episodes. */
function withShortEpisodes(understood: readonly Understood[]): Understood[] {
  const areSeries = understood.some(({ kind, value, not }) => kind === 'type' && value === 'series' && !not);
  return understood.map((part) =>
    areSeries && part.kind === 'runtime' && part.value === runtime(SHORT_MINUTES).value
      ? { ...part, ...runtime(SHORT_EPISODE) }
      : part,
  );
}
