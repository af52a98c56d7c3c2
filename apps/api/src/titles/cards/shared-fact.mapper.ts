import { Medium, type SharedFact } from '@marquee/contracts';
import { type Effect, type SharedFact as Fact, franchiseName } from '@marquee/recommender';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';

const decoder = new TextDecoder();
const Credits = Medium.pick({ directors: true, cast: true });

/** The end of a reason by its effect, as JSON in UTF-8. */
type Ends = Record<Effect, Uint8Array>;

/** A shared fact with its name, and the ends of a reason that has it. */
interface NamedFact {
  readonly fact: SharedFact;
  readonly ends: Ends;
}

/** The named facts by kind and id, filled on demand. They are garbage-collected with the snapshot. */
const named = new WeakMap<SnapshotData, Record<Exclude<Fact['kind'], 'franchise'>, Map<number, NamedFact>>>();

function namedOf(data: SnapshotData) {
  const known = named.get(data);
  if (known !== undefined) return known;
  const made = {
    director: new Map(),
    cast: new Map(),
    genre: new Map(),
    country: new Map(),
    decade: new Map(),
  };
  named.set(data, made);
  return made;
}

function endsOf(fact: SharedFact | null): Ends {
  const of = (effect: Effect): Uint8Array =>
    Buffer.from(`,"effect":"${effect}","shared":${JSON.stringify(fact)}}`);
  return { raised: of('raised'), lowered: of('lowered') };
}

const NO_FACT = endsOf(null);

/** Returns the fact that the titles a and b share, or null when nothing names it. */
function nameFact(data: SnapshotData, fact: Fact, a: number, b: number): NamedFact | null {
  // The name of a franchise is what the names of both titles begin with, so other titles may give another one.
  const facts = fact.kind === 'franchise' ? null : namedOf(data)[fact.kind];
  const known = facts?.get(fact.id);
  if (known !== undefined) return known;
  const name = nameOf(data, fact, a, b);
  if (name === null) return null;
  const mapped = { kind: fact.kind, name };
  const made = { fact: mapped, ends: endsOf(mapped) };
  facts?.set(fact.id, made);
  return made;
}

/**
 * Returns the fact that the titles a and b share, with its name. Null without a shared fact, or when the titles of a
 * franchise have no common words.
 */
export const mapSharedFact = (
  data: SnapshotData,
  fact: Fact | null,
  a: number,
  b: number,
): SharedFact | null => (fact && nameFact(data, fact, a, b))?.fact ?? null;

/** Returns the end of a reason as JSON in UTF-8: its effect, the result of `mapSharedFact` and the brace. */
export const endOfReason = (
  data: SnapshotData,
  effect: Effect,
  fact: Fact | null,
  a: number,
  b: number,
): Uint8Array => ((fact && nameFact(data, fact, a, b))?.ends ?? NO_FACT)[effect];

function nameOf(data: SnapshotData, { kind, id }: Fact, a: number, b: number): string | null {
  if (kind === 'franchise') return franchiseName(textAt(data.titles, a), textAt(data.titles, b));
  if (kind === 'genre') return data.genreRows.find((genre) => genre.id === id)?.title ?? null;
  if (kind === 'country') return countryName(data.countryCodes[id]);
  if (kind === 'decade') return `${id}s`;
  return personName(data, b, id);
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' });

/** A source may also write the name of a country, which is then returned unchanged. */
function countryName(code: string | undefined): string | null {
  if (code === undefined) return null;
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

/** Returns the name of a person with a credit in title `index`, from the title's serialized JSON. */
function personName(data: SnapshotData, index: number, personId: number): string | null {
  // The extra fields start with a comma and have no closing brace.
  const json = decoder.decode(data.bytes.subarray((data.extraStart[index] ?? 0) + 1, data.extraEnd[index]));
  const { directors, cast } = Credits.parse(JSON.parse(`{${json}}`));
  return [...directors, ...cast].find(({ person_id }) => person_id === personId)?.name ?? null;
}
