import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Understood, UnderstoodKind } from '@marquee/contracts';
import { z } from 'zod';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Lexicon } from '#src/titles/engine/lexicon.ts';
import { normalize } from '#src/titles/engine/normalize.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { isFiller, isHabit, understand } from './understand.ts';
import { phraseOf, type Word, wordsOf } from './words.ts';

/**
 * Names as people say them, where no rule leads to the name in the catalogue; of a universe of films that no fact joins, all in
 * the order in which they came out.
 */
export const SAYINGS: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(join(import.meta.dirname, 'sayings.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => z.tuple([z.string().min(1), z.string().min(1)]).parse(line.split('\t')))
    .map(([said, names]) => [said, names.split(' | ')]),
);

/** A name in a query with words around it. */
export interface NameAround {
  /** The titles of this name, those first to which most of the other words apply. */
  readonly items: Int32Array;
  /** What the other words were taken for. Those that none of the titles has are set aside. */
  readonly understood: readonly Understood[];
}

/** What narrows a name, where a theme beside it would describe another title. */
const BESIDE_NAME: ReadonlySet<UnderstoodKind> = new Set([
  'provider',
  'year',
  'years',
  'decade',
  'type',
  'person',
  'country',
  'language',
  'new',
]);
/** So many titles, the best known, are meant by their name although it is also a word, or a fact such as a theme. */
const FAMOUS = { word: 1_500, fact: 200 } as const;
/** More words than a name with a habit or two has. */
const WORDS_MAX = 10;
/** A further part of a series of films: "harry potter 3". */
const PART = /^(?:part |episode |chapter |movie |film )?(\d{1,2})$/;
const COUNTRY_WORDS = new Map([
  ['us', 'US'],
  ['uk', 'GB'],
  ['usa', 'US'],
]);

interface Context {
  readonly data: Pick<SnapshotData, 'titles' | 'year' | 'series' | 'countries' | 'countryCodes'>;
  readonly lexicon: Lexicon;
  /** Returns whether a title has the fact that a part of the query names. */
  readonly has: (item: number, part: Understood) => boolean;
}

interface Span {
  readonly name: string;
  readonly words: readonly Word[];
  readonly others: readonly Word[];
}

/** Returns the parts of a query that could be its name, longest first. */
function spansOf(query: string, words: readonly Word[]): Span[] {
  const spans: Span[] = [];
  for (let length = words.length - 1; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const part = words.slice(from, from + length);
      if (part.every(({ plain }) => isFiller(plain) || isHabit(plain)) && length > 1) continue;
      spans.push({
        name: query.slice(part[0]?.from, part.at(-1)?.to),
        words: part,
        others: [...words.slice(0, from), ...words.slice(from + length)],
      });
    }
  return spans;
}

const contentOf = ({ words }: Span): readonly Word[] => words.filter(({ plain }) => !isFiller(plain));

/** Whether one word is rather a fact, an English word or a filler than the name of a title that few people know. */
function isWeak(span: Span, best: number, { lexicon, data: { titles } }: Context): boolean {
  const [first, ...more] = contentOf(span);
  if (first === undefined) return true;
  // "romantic comedy" is rather a theme than the film of this name.
  const phrase = phraseOf(
    contentOf(span)
      .map(({ plain }) => plain)
      .join(' '),
  );
  const isFact = lexicon.phrases.has(phrase) && best >= FAMOUS.fact;
  if (more.length > 0) return isFact;
  if (isHabit(first.plain)) return true;
  // A user who types the article means the name: "the office us".
  if (normalize(textAt(titles, best)) === normalize(span.name) && /^the\b/i.test(span.name)) return false;
  return isFact || (lexicon.isWord(first.plain) && best >= FAMOUS.word);
}

/** Returns the parts that a title satisfies, of what stands beside its name. */
type Beside = (item: number) => number;

/**
 * Finds a name that other words stand around: "inception on netflix", "where to watch inception", "dune villeneuve". All
 * of these words must be habits, or facts that narrow a name, or belong to people of the title; else they describe
 * something, and null is returned.
 */
export function findNameAround(query: string, context: Context): NameAround | null {
  const { lexicon, has, data } = context;
  const words = wordsOf(query).slice(0, WORDS_MAX);
  for (const span of spansOf(query, words)) {
    const named = lexicon.titlesNamed(span.name);
    const [best] = named;
    if (best === undefined || isWeak(span, best, context)) continue;
    // Each side for itself, so that no part reaches across the name.
    const sides = [query.slice(0, span.words[0]?.from), query.slice(span.words.at(-1)?.to)].map((side) =>
      understand(side, lexicon),
    );
    const understood = sides.flatMap((side) => side.understood);
    const unwanted = sides.flatMap((side) => side.unwanted);
    const isSeries = sides.some((side) => side.isSeries);
    // A name of several words stays one, also beside a theme: "breaking bad drama".
    const narrows = ({ kind, not }: Understood): boolean => BESIDE_NAME.has(kind) && !not;
    if (unwanted.length > 0 || (contentOf(span).length < 2 && !understood.every(narrows))) continue;
    const countries = span.others.flatMap(({ plain }) => COUNTRY_WORDS.get(plain) ?? []);
    const people = sides.flatMap(({ rest }) => rest.split(' ').filter(Boolean).map(normalize));
    const known = named.filter((item) => people.every((word) => lexicon.hasPerson(item, word)));
    if (known.length === 0) continue;
    // "christopher nolan batman" is none of the films whose whole name is Batman.
    const isOfNone = (part: Understood): boolean =>
      part.kind === 'person' && !known.some((item) => has(item, part));
    if (understood.some(isOfNone)) continue;
    const besides: Beside = (item) =>
      understood.filter((part) => has(item, part)).length +
      countries.filter((code) => isFrom(data, item, code)).length +
      Number(isSeries && hasBit(data.series, item));
    const isNew = understood.some(({ kind }) => kind === 'new');
    const newest = (a: number, b: number): number => (isNew ? (data.year[b] ?? 0) - (data.year[a] ?? 0) : 0);
    return {
      items: Int32Array.from(known.toSorted((a, b) => newest(a, b) || besides(b) - besides(a))),
      understood: understood.map((part) => ({
        ...part,
        applied: part.kind === 'new' || known.some((item) => has(item, part)),
      })),
    };
  }
  return null;
}

function isFrom({ countries, countryCodes }: Context['data'], item: number, code: string): boolean {
  const number = countryCodes.indexOf(code);
  return countries.values.subarray(countries.offsets[item], countries.offsets[item + 1]).includes(number);
}

/** Splits "harry potter 3" into the name of a series of films and the number of a part, or returns null. */
export function partNumberOf(query: string): { name: string; part: number } | null {
  const words = query.split(' ');
  for (let from = words.length - 1; from > 0 && from >= words.length - 2; from--) {
    const [, digits] = PART.exec(words.slice(from).join(' ')) ?? [];
    const part = Number(digits);
    if (digits !== undefined && part > 1 && part < 15) return { name: words.slice(0, from).join(' '), part };
  }
  return null;
}
