import type { GroupedMedia, MediumCard } from '@marquee/contracts';

/** Number of first recommendations from which the lead is chosen. */
const CANDIDATES = 5;

/**
 * Returns the lead of Discover: the likeliest of the first recommendations that are neither hidden nor rated. `held` is the
 * title whose stars are open, which stays.
 */
export function leadOf(groups: readonly GroupedMedia[], held: number | null = null): MediumCard | undefined {
  const media = groups.find((group) => group.kind === 'recommended')?.media ?? [];
  const [lead] = media
    .filter((medium) => !medium.hidden && (medium.rating === null || medium.id === held))
    .slice(0, CANDIDATES)
    .sort((a, b) => (b.likelyhood ?? 0) - (a.likelyhood ?? 0));
  return lead;
}
