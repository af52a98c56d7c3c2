import type { FactSpace, Telling } from '../model/fact-space.ts';
import type { Because } from '../model/types.ts';

/** What a title can share with others. */
interface Told {
  /** The most specific first. */
  readonly facts: readonly Telling[];
  readonly has: ReadonlySet<Telling>;
  readonly hasThemes: boolean;
}

/**
 * Returns a function that chooses the titles of `others` that are reasons for a title: first the one that shares the most
 * specific fact, then those that share most of its facts too, so that one sentence can name two titles. Of equal ones
 * the given order decides, and titles without a common fact are last. The function keeps the facts of the titles that it
 * met, because a user's liked titles are compared with every title of a page.
 * @param shownGenres the number of genres that a card shows.
 */
export function mostSpecific(
  space: FactSpace,
  shownGenres: number,
): (title: number, others: readonly number[], most: number) => Because[] {
  const known = new Map<number, Told>();
  const told = (item: number): Told => {
    const found = known.get(item) ?? toldOf(space, item, shownGenres);
    known.set(item, found);
    return found;
  };
  return (title, others, most) => {
    const own = told(title);
    const found = others
      .map((item) => ({ item, shared: sharedFacts(own, told(item)) }))
      .sort((a, b) => bySpecificity(a.shared[0], b.shared[0]));
    const best = new Set(found[0]?.shared);
    const common = (shared: readonly Telling[]): number => shared.filter((fact) => best.has(fact)).length;
    const rest = found.slice(1).sort((a, b) => common(b.shared) - common(a.shared));
    return [...found.slice(0, 1), ...rest]
      .slice(0, most)
      .map(({ item, shared }) => ({ item, facts: shared.map(({ fact }) => fact) }));
  };
}

function bySpecificity(a: Telling | undefined, b: Telling | undefined): number {
  if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1);
  return a.rank - b.rank || a.titles - b.titles;
}

function toldOf({ themes, reasons }: FactSpace, item: number, shownGenres: number): Told {
  const facts: Telling[] = [];
  for (const { reason, rows, telling } of reasons) {
    const first = reason.first === 'shown' ? shownGenres : (reason.first ?? Number.POSITIVE_INFINITY);
    const to = Math.min(rows.offsets[item + 1], rows.offsets[item] + first);
    for (let k = rows.offsets[item]; k < to; k++) {
      const fact = telling.get(rows.values[k]);
      if (fact) facts.push(fact);
    }
  }
  facts.sort(bySpecificity);
  const hasThemes = themes !== undefined && themes.offsets[item + 1] > themes.offsets[item];
  return { facts, has: new Set(facts), hasThemes };
}

/** Returns the facts that both titles have, the most specific first. */
function sharedFacts(a: Told, b: Told): Telling[] {
  const bothThemes = a.hasThemes && b.hasThemes;
  return a.facts.filter((fact) => b.has.has(fact) && (fact.besideThemes || !bothThemes));
}
