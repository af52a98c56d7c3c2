import type { ReasonFact } from '@marquee/contracts';
import { storiesOf } from '@marquee/contracts/in-words';
import { withArticle } from '@marquee/contracts/with-article';
import type { Effect } from '@marquee/recommender';
import type { NamedReasons } from './shared-fact.mapper.ts';

/** Cards that a large window shows together: two rows of Discover. */
const SCREEN = 40;
/** A sentence names at most so many facts. */
const FACTS = 3;

/** Stands for the fact `loved_with`, which is said by the words before the titles. */
const LOVED = '';

function wordsOf({ kind, name, group }: ReasonFact): string {
  switch (kind) {
    case 'loved_with':
      return LOVED;
    case 'franchise':
      return `part of the ${name.replace(/^The /, '')} franchise`;
    case 'director':
      return `by ${name}`;
    case 'cast':
      return `with ${name}`;
    case 'country':
      return withArticle(name);
    case 'decade':
      return `the ${name}`;
    case 'genre':
      return name.toLowerCase();
    case 'theme':
      return group === 'setting' ? `set in ${name}` : name;
  }
}

/** That two titles are of one decade, or share no more than a tone or a broad theme, makes them no more alike. */
const BARE = /^the \d{4}s$/;
const isBareTheme = ({ titles }: NamedReasons, { facts }: Saying): boolean =>
  titles.some((rated) => rated.facts.some((fact) => fact.isBroad && wordsOf(fact) === facts));

/** What can be said of a title: rated titles, and what all of them share with it. */
interface Saying {
  readonly titles: readonly { readonly item: number; readonly title: string }[];
  readonly facts: string;
}

/** A part of a sentence; `item` is the rated title that the part names. */
export interface SentencePart {
  readonly text: string;
  readonly item: number | null;
}

export const textOf = (parts: readonly SentencePart[]): string => parts.map(({ text }) => text).join('');

/** Writes the reason of each title of a reply as one sentence, so that no two say the same. */
export class ReasonTeller {
  /** When facts were told last, in titles. */
  readonly #toldAt = new Map<string, number>();
  readonly #told = new Set<string>();
  readonly #of = new Map<number, readonly SentencePart[] | null>();

  /** Returns the reason for a title, the same for each call. Null where nothing is shared, or nothing new can be said. */
  tell(item: number, reasons: NamedReasons): readonly SentencePart[] | null {
    const known = this.#of.get(item);
    if (known !== undefined) return known;
    const now = this.#of.size;
    const chosen = this.#choose(reasons, now);
    if (chosen) {
      if (chosen.facts !== LOVED) this.#toldAt.set(chosen.facts, now);
      this.#told.add(keyOf(chosen));
    }
    const sentence = chosen ? say(reasons.effect, chosen) : null;
    this.#of.set(item, sentence);
    return sentence;
  }

  #choose(reasons: NamedReasons, now: number): Saying | undefined {
    let repeated: Saying | undefined;
    for (const saying of sayings(reasons)) {
      if (BARE.test(saying.facts) || isBareTheme(reasons, saying)) continue;
      if (this.#told.has(keyOf(saying))) continue;
      if (now - (this.#toldAt.get(saying.facts) ?? -SCREEN) >= SCREEN) return saying;
      repeated ??= saying;
    }
    // Without another sentence, repeat that of an earlier title, if this title is like rated titles.
    return repeated;
  }
}

/** Returns the rarest thing that a title is about and that speaks for it, in words to set after "Sam likes", or null. */
export function tellSubject({ effect, titles }: NamedReasons): string | null {
  if (effect === 'lowered') return null;
  // A person or a franchise would tell others more of what a member has watched.
  for (const { kind, name, group } of titles.flatMap(({ facts }) => facts))
    if (kind === 'theme' || kind === 'country' || kind === 'genre') return storiesOf({ kind, name, group });
  return null;
}

/** The same for the titles A and B as for B and A. */
const keyOf = ({ titles, facts }: Saying): string =>
  [...titles.map(({ title }) => title).sort(), facts].join('\n');

function say(effect: Effect, { titles, facts }: Saying): SentencePart[] {
  const said = facts === '' ? '' : `: ${facts}`;
  const [before, after] =
    effect === 'lowered'
      ? ['Less likely, since you rated ', ` low${said}.`]
      : [facts === LOVED ? 'If you love ' : 'Like ', `${said}.`];
  const words = (text: string): SentencePart => ({ text, item: null });
  const names = titles.flatMap(({ item, title }, at) => [
    ...(at > 0 ? [words(' and ')] : []),
    { text: title, item },
  ]);
  return [words(before), ...names, words(after)];
}

/** Yields what can be said of a title, the rarest fact first, and of both rated titles rather than of one. */
function* sayings({ effect, titles }: NamedReasons): Generator<Saying> {
  const rated = titles.map(({ item, title, facts }) => ({
    item,
    title,
    facts: inWords(effect === 'raised' ? facts : facts.filter(({ kind }) => kind !== 'loved_with')),
  }));
  const [first, second] = rated;
  if (!first) return;
  const both = first.facts.filter((fact) => second?.facts.includes(fact));
  const named = rated.map(({ item, title }) => ({ item, title }));
  const from = (facts: readonly string[], at: number): string =>
    facts[at] === LOVED
      ? LOVED
      : facts
          .slice(at)
          .filter((fact) => fact !== LOVED)
          .slice(0, FACTS)
          .join(', ');
  // Each fact may begin the sentence, so that the next title can name another one.
  for (const [at, fact] of first.facts.entries()) {
    if (both.includes(fact)) yield { titles: named, facts: from(both, both.indexOf(fact)) };
    yield { titles: named.slice(0, 1), facts: from(first.facts, at) };
  }
  for (const at of second?.facts.keys() ?? [])
    yield { titles: named.slice(1), facts: from(second?.facts ?? [], at) };
  // That one title speaks against another is true without a fact, but two titles that share nothing are not alike.
  if (effect === 'lowered' && rated.every(({ facts }) => facts.length === 0))
    yield { titles: named, facts: '' };
}

/** Returns the facts in words, without those that an earlier one says too: Japan after "set in Japan". */
const inWords = (facts: readonly ReasonFact[]): string[] =>
  facts
    .map(wordsOf)
    .filter(
      (words, at, all) => words === LOVED || !all.slice(0, at).some((earlier) => earlier.endsWith(words)),
    );
