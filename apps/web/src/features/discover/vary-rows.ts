import type { GroupedMedia } from '@marquee/contracts';

/** Approximate number of titles that a row shows before it is scrolled. */
const IN_VIEW = 6;

/**
 * Starts each genre row with titles that no row above shows, because a title can belong to four genres. The
 * other titles follow at the end of the row.
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
