import type { TasteGroup } from '@marquee/recommender';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { SaidTaste } from './taste.repository.ts';

/**
 * Returns what the user said of each group of titles. Groups are found again from time to time. So a stored entry
 * applies to the group that has more than half of its titles. When two entries apply to one group, the last one counts. An
 * entry that applies to no group has no effect.
 * @param said the last first.
 */
export function saidOf(
  { indexOf }: Pick<Snapshot, 'indexOf'>,
  groups: readonly TasteGroup[],
  said: readonly SaidTaste[],
): (SaidTaste | undefined)[] {
  const members = groups.map(({ titles }) => new Set(titles));
  const places = said.map(({ titles }) => {
    const items = titles.map(indexOf).filter((item) => item >= 0);
    return members.findIndex((own) => 2 * items.filter((item) => own.has(item)).length > items.length);
  });
  return groups.map((_, place) => said[places.indexOf(place)]);
}

/** Returns the titles of the groups that the user dismissed. */
export const doubtedTitles = (
  snapshot: Pick<Snapshot, 'indexOf'>,
  groups: readonly TasteGroup[],
  said: readonly SaidTaste[],
): number[] =>
  saidOf(snapshot, groups, said).flatMap((one, place) =>
    one?.dismissed ? [...(groups[place]?.titles ?? [])] : [],
  );
