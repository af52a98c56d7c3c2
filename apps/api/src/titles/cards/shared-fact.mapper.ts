import type { SharedFact } from '@marquee/contracts';
import { type SharedFact as Fact, franchiseName } from '@marquee/recommender';
import { personIndex } from '#src/titles/engine/people.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';

/**
 * Returns the fact that the titles a and b share, with its name. Null without a shared fact, or when the titles of a
 * franchise have no common words.
 */
export function mapSharedFact(
  data: SnapshotData,
  fact: Fact | null,
  a: number,
  b: number,
): SharedFact | null {
  if (fact === null) return null;
  const name = nameOf(data, fact, a, b);
  return name === null ? null : { kind: fact.kind, name };
}

function nameOf(data: SnapshotData, { kind, id }: Fact, a: number, b: number): string | null {
  if (kind === 'franchise') return franchiseName(textAt(data.titles, a), textAt(data.titles, b));
  if (kind === 'genre') return data.genreRows.find((genre) => genre.id === id)?.title ?? null;
  if (kind === 'country') return countryName(data.countryCodes[id]);
  if (kind === 'decade') return `${id}s`;
  const person = personIndex(data.people, id);
  return person < 0 ? null : textAt(data.people.names, person);
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' });

/** A source may also write the name of a country, which is then returned unchanged. */
function countryName(code: string | undefined): string | null {
  if (code === undefined) return null;
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}
