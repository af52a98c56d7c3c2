import { chooseMatch } from './matching/confidence.ts';
import { hintOf, type TitleHint } from './records.ts';
import type { TitleLookupRepository } from './title-lookup.repository.ts';

export { hintOf, type TitleHint };

/** Finds the title that another product means. */
export const createTitleMatchService = ({
  repos,
}: {
  repos: { titleLookup: Pick<TitleLookupRepository, 'findCandidates'> };
}) => ({
  /** Returns the id of the title, or null when no title or more than one fits (docs/api.md#import-confidence). */
  async findMediumId(hint: TitleHint): Promise<number | null> {
    return chooseMatch(hint, await repos.titleLookup.findCandidates([hint])).mediumId;
  },
});

export type TitleMatchService = ReturnType<typeof createTitleMatchService>;
