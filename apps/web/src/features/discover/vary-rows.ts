import type { GroupedMedia } from '@marquee/contracts';

/** About what is on screen of a row before it is scrolled. */
const IN_VIEW = 6;

/**
 * The rows with genre rows opening on titles that no row above has just shown: a favourite belongs to four genres,
 * and need not open all four. Nothing is left out; what was shown before follows the rest of its row.
 */
export function varyRows(groups: readonly GroupedMedia[]): GroupedMedia[] {
  const shown = new Set<number>();
  return groups.map((group) => {
    const media =
      group.kind === 'genre'
        ? [
            ...group.media.filter(({ id }) => !shown.has(id)),
            ...group.media.filter(({ id }) => shown.has(id)),
          ]
        : group.media;
    for (const { id } of media.slice(0, IN_VIEW)) shown.add(id);
    return { ...group, media };
  });
}
