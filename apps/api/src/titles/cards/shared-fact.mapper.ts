import { Medium, type SharedFact } from '@marquee/contracts';
import { type SharedFact as Fact, franchiseName } from '@marquee/recommender';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';

const decoder = new TextDecoder();
const Credits = Medium.pick({ directors: true, cast: true });

/** The ends of reasons as JSON in UTF-8 by kind and id of their facts, filled on demand. They are garbage-collected with the snapshot. */
const written = new WeakMap<SnapshotData, Record<Fact['kind'], Map<number, Uint8Array>>>();

function writtenOf(data: SnapshotData): Record<Fact['kind'], Map<number, Uint8Array>> {
  const known = written.get(data) ?? {
    franchise: new Map(),
    director: new Map(),
    cast: new Map(),
    genre: new Map(),
    country: new Map(),
    decade: new Map(),
  };
  written.set(data, known);
  return known;
}

const NO_FACT = Buffer.from('null}');

/**
 * Returns a fact that the titles a and b share with its name, or null without one, or when the titles of a franchise have
 * no common words.
 */
export function mapSharedFact(
  data: SnapshotData,
  fact: Fact | null,
  a: number,
  b: number,
): SharedFact | null {
  const name = fact && nameOf(data, fact, a, b);
  return fact === null || name === null ? null : { kind: fact.kind, name };
}

/** Returns the end of a reason as JSON in UTF-8: the result of `mapSharedFact` and the brace. */
export function endOfReason(data: SnapshotData, fact: Fact | null, a: number, b: number): Uint8Array {
  if (fact === null) return NO_FACT;
  const facts = writtenOf(data)[fact.kind];
  const known = facts.get(fact.id);
  if (known !== undefined) return known;
  const shared = mapSharedFact(data, fact, a, b);
  const json = Buffer.from(`${JSON.stringify(shared)}}`);
  // The name of a franchise is what the names of both titles begin with, so other titles may give another one.
  if (shared !== null && fact.kind !== 'franchise') facts.set(fact.id, json);
  return json;
}

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
