import type { ReasonFact } from '@marquee/contracts';
import { withArticle } from '@marquee/contracts/with-article';
import type { SharedFact } from '@marquee/recommender';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import type { Reasons } from './card-writer.ts';
import { nameFacts } from './shared-fact.mapper.ts';

/** No two titles among so many in succession have the same reason. */
const SCREEN = 10;
/** A sentence names at most so many facts. */
const FACTS = 3;

function inWords({ kind, name, group }: ReasonFact): string {
  switch (kind) {
    case 'franchise':
      return `part of ${name}`;
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

/** Writes the reason of each title of a reply as one sentence, so that no two of a screen say the same. */
export class ReasonTeller {
  /** When a sentence was written last, in titles. */
  readonly #toldAt = new Map<string, number>();
  readonly #of = new Map<number, string | null>();

  /** Returns the reason for a title, the same for each call. Null without a liked title or a new thing to say. */
  tell(data: SnapshotData, item: number, reasons: Reasons): string | null {
    const known = this.#of.get(item);
    if (known !== undefined) return known;
    const now = this.#of.size;
    let sentence: string | null = null;
    for (const one of sentences(data, item, reasons)) {
      const toldAt = this.#toldAt.get(one);
      if (toldAt === undefined || (sentence === null && now - toldAt >= SCREEN)) sentence = one;
      if (toldAt === undefined) break;
    }
    if (sentence !== null) this.#toldAt.set(sentence, now);
    this.#of.set(item, sentence);
    return sentence;
  }
}

/** Yields what can be said of a title, the most telling first. */
function* sentences(data: SnapshotData, item: number, { effect, titles }: Reasons): Generator<string> {
  const [first, second] = titles;
  if (!first) return;
  const nameOf = (title: number): string => textAt(data.titles, title);
  const say = (names: string, facts: readonly ReasonFact[]): string => {
    const said = facts.length > 0 ? `: ${facts.map(inWords).join(', ')}` : '';
    return effect === 'raised'
      ? `Like ${names}${said}.`
      : `Less likely, since you rated ${names} low${said}.`;
  };
  const both = second ? `${nameOf(first.item)} and ${nameOf(second.item)}` : '';
  const common = second
    ? first.facts.filter((fact) => second.facts.some((other) => isEqual(fact, other)))
    : [];
  const ofBoth = nameFacts(data, common, item, first.item);
  // Of several facts, each may begin the sentence, so that the next title can name another one.
  for (const facts of tails(ofBoth)) yield say(both, facts);
  for (const one of titles)
    for (const facts of tails(nameFacts(data, one.facts, item, one.item))) yield say(nameOf(one.item), facts);
  if (second) yield say(both, []);
  for (const one of titles) yield say(nameOf(one.item), []);
}

const isEqual = (a: SharedFact, b: SharedFact): boolean => a.kind === b.kind && a.id === b.id;

const tails = (facts: readonly ReasonFact[]): ReasonFact[][] =>
  facts.map((_, from) => facts.slice(from, from + FACTS));
