import type { MediumCard } from '@marquee/contracts';

/** Returns whether the catalogue knows episodes of a series, or the member has seen some. */
export const hasEpisodes = ({ progress }: Pick<MediumCard, 'progress'>): boolean =>
  progress !== null && (progress.total > 0 || progress.seen > 0);
