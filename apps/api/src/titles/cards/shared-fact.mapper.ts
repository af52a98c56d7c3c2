import { type ReasonFact, type ReasonParts, SharedFact } from '@marquee/contracts';
import { type Effect, type SharedFact as Fact, franchiseName } from '@marquee/recommender';
import { countryName } from '#src/core/display-names.ts';
import { personIndex } from '#src/titles/engine/people.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import type { Reasons } from './card-writer.ts';
import type { SentencePart } from './reason-teller.ts';

/** At most so many facts are sent with a reason. */
const SENT = 3;

/** A theme of more titles than this does not make two of them alike, nor does a tone. */
const BROAD = 150;
/** A reader knows actors among so many of the best known people. */
const KNOWN_ACTORS = 4_000;

/** A fact with its name, and whether it says too little to stand alone. */
interface NamedFact extends ReasonFact {
  readonly isBroad: boolean;
}

/** Reasons with the names of the rated titles, and of what each shares with the title. */
export interface NamedReasons {
  readonly effect: Effect;
  readonly titles: readonly {
    readonly item: number;
    readonly title: string;
    readonly facts: readonly NamedFact[];
  }[];
}

/** Returns the facts that the titles a and b share, with their names. Leaves out those that nothing names. */
const nameFacts = (data: SnapshotData, facts: readonly Fact[], a: number, b: number): NamedFact[] =>
  facts.flatMap((fact) => {
    const name = nameOf(data, fact, a, b);
    const theme = fact.kind === 'theme' ? data.themeRows[fact.id] : undefined;
    const isBroad = theme !== undefined && (theme.group === 'tone' || theme.count > BROAD);
    return name === null ? [] : [{ kind: fact.kind, name, group: theme?.group ?? null, isBroad }];
  });

export const nameReasons = (
  data: SnapshotData,
  index: number,
  { effect, titles }: Reasons,
): NamedReasons => ({
  effect,
  titles: titles.map(({ item, facts }) => ({
    item,
    title: textAt(data.titles, item),
    facts: nameFacts(data, facts, index, item),
  })),
});

const SHARED_KINDS: ReadonlySet<string> = new Set(SharedFact.shape.kind.options);
const isShared = (fact: Pick<ReasonFact, 'kind' | 'name'>): fact is SharedFact => SHARED_KINDS.has(fact.kind);

/** Returns the parts of a sentence as replies have them. */
export const mapParts = (data: SnapshotData, parts: readonly SentencePart[]): ReasonParts =>
  parts.map(({ text, item }) => ({ text, medium_id: item === null ? null : (data.ids[item] ?? null) }));

/** Returns reasons as a card has them. `shared` is the first fact that is no theme. */
export const mapReasons = (data: SnapshotData, { effect, titles }: NamedReasons) =>
  titles.map(({ item, title, facts }) => {
    const first = facts.map(({ kind, name }) => ({ kind, name })).find(isShared);
    return {
      medium_id: data.ids[item],
      title,
      effect,
      shared: first ?? null,
      facts: facts.slice(0, SENT).map(({ kind, name, group }) => ({ kind, name, group })),
    };
  });

function nameOf(data: SnapshotData, { kind, id }: Fact, a: number, b: number): string | null {
  switch (kind) {
    case 'franchise':
      return franchiseName(textAt(data.titles, a), textAt(data.titles, b));
    case 'loved_with':
      return textAt(data.titles, id);
    case 'theme':
      return data.themeRows[id]?.label ?? null;
    case 'genre':
      return data.genreRows.find((genre) => genre.id === id)?.title ?? null;
    case 'country':
      return nameOfCountry(data.countryCodes[id]);
    case 'decade':
      return `${id}s`;
    case 'director':
    case 'cast': {
      const person = personIndex(data.people, id);
      if (person < 0 || (kind === 'cast' && person >= KNOWN_ACTORS)) return null;
      return textAt(data.people.names, person);
    }
  }
}

/** A source may also write the name of a country, which is then returned unchanged. */
const nameOfCountry = (code: string | undefined): string | null =>
  code === undefined ? null : (countryName(code) ?? code);
