import { RETENTION_YEARS } from '@marquee/contracts';
import { type OperatorsRepository, VIEWING_KINDS, type ViewingCounts } from './operators.repository.ts';

const USERS_A_PAGE = 1_000;

interface Dependencies {
  repos: { operators: OperatorsRepository };
}

interface Options {
  years?: number;
  isDryRun?: boolean;
  progress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Deletes viewing information after the time that the privacy policy names. */
export const createRetentionService = ({ repos: { operators } }: Dependencies) => ({
  /**
   * Deletes viewing information of one page of users at a time, so that an abort does not undo earlier pages.
   * @returns the number of rows by kind.
   */
  async deleteViewing({
    years = RETENTION_YEARS,
    isDryRun = false,
    progress,
    signal,
  }: Options = {}): Promise<ViewingCounts> {
    const before = new Date();
    before.setUTCFullYear(before.getUTCFullYear() - years);
    const total = {
      ratings: 0,
      views: 0,
      episodes: 0,
      'hidden titles': 0,
      'followed links': 0,
      'list entries': 0,
    };
    const end = await operators.getLastUserId();
    for (let after = 0; ; ) {
      signal?.throwIfAborted();
      const last = await operators.findLastOfPage(after, USERS_A_PAGE);
      if (last === null) return total;
      const range = { after, last, before };
      const counts = await (isDryRun ? operators.countViewing(range) : operators.deleteViewing(range));
      for (const kind of VIEWING_KINDS) total[kind] += counts[kind];
      progress?.(Math.min(1, last / end));
      after = last;
    }
  },
});

export type RetentionService = ReturnType<typeof createRetentionService>;
