import { personIndex } from '#src/titles/engine/people.ts';
import type { Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed, rowOf, withoutHidden } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

/** Returns the titles of a person, newest first. The row is empty for a person without a credit. */
export function ofPerson(taste: Taste, personId: number, given: GivenFilters): Row {
  const { people } = taste.snapshot.data;
  const index = personIndex(people, personId);
  const { offsets, values } = people.titles;
  const items = index < 0 ? new Int32Array() : values.subarray(offsets[index], offsets[index + 1]);
  return rowOf(items, withoutHidden(taste, passNamed(taste, given)));
}
