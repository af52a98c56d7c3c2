import type { WithTransaction } from '#src/data/database.ts';
import type { SeriesRepository } from './series.repository.ts';

interface Dependencies {
  repos: { series: SeriesRepository };
  withTransaction: WithTransaction<{ series: SeriesRepository }>;
}

/**
 * Lets the next members who have seen some of a changed series follow its change, in one transaction. A kill loses nothing,
 * because that transaction also notes who has followed.
 * @returns whether more may wait.
 */
export async function followSeries({ repos, withTransaction }: Dependencies): Promise<boolean> {
  const change = await repos.series.findChange();
  if (change === undefined) return false;
  const { id, mediumId, userIds } = change;
  if (userIds.length === 0) await repos.series.deleteChange(id);
  else await withTransaction((tx) => tx.series.follow(mediumId, userIds));
  return true;
}
