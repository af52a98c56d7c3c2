import { Medium, type SharedFact } from '@marquee/contracts';
import { type SharedFact as Fact, franchiseName } from '@marquee/recommender';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';

const decoder = new TextDecoder();
const Credits = Medium.pick({ directors: true, cast: true });

/**
 * Returns a shared fact with its name. Null without a shared fact, or when the titles of a franchise have no common
 * words.
 */
export function toSharedFact(data: SnapshotData, fact: Fact | null, a: number, b: number): SharedFact | null {
  if (fact === null) return null;
  const name = nameOf(data, fact, a, b);
  return name === null ? null : { kind: fact.kind, name };
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

/** The names of people by id, filled on demand. The names are garbage-collected with the snapshot. */
const namesOf = new WeakMap<SnapshotData, Map<number, string>>();

/**
 * Returns the name of a person with a credit in title `index`, from the title's serialized JSON. Caches all
 * names of the title, because the reasons on the cards of one row often name the same people.
 */
function personName(data: SnapshotData, index: number, personId: number): string | null {
  const names = namesOf.get(data) ?? new Map<number, string>();
  namesOf.set(data, names);
  const cached = names.get(personId);
  if (cached !== undefined) return cached;
  // The extra fields start with a comma and have no closing brace.
  const json = decoder.decode(data.bytes.subarray((data.extraStart[index] ?? 0) + 1, data.extraEnd[index]));
  const { directors, cast } = Credits.parse(JSON.parse(`{${json}}`));
  for (const { person_id, name } of [...directors, ...cast]) names.set(person_id, name);
  return names.get(personId) ?? null;
}
