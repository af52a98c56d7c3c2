import type { GroupedMedia } from '@marquee/contracts';

/** Approximate number of titles that a row shows before it is scrolled. */
const IN_VIEW = 6;

/** The kinds of rows whose titles are often in others too: a title has a taste, and can belong to four genres. */
const VARIED: readonly GroupedMedia['kind'][] = ['taste', 'genre'];

/**
 * Starts each row of a taste or a genre with titles that neither the lead nor a row above shows. The other titles follow
 * at the end of the row.
 */
export function varyRows(groups: readonly GroupedMedia[], lead: number | undefined): GroupedMedia[] {
  const shown = new Set(lead === undefined ? [] : [lead]);
  return groups.map((group) => {
    const media = VARIED.includes(group.kind)
      ? [...group.media.filter(({ id }) => !shown.has(id)), ...group.media.filter(({ id }) => shown.has(id))]
      : group.media;
    for (const { id } of media.slice(0, IN_VIEW)) shown.add(id);
    return { ...group, media };
  });
}
