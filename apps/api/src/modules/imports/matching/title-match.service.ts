import { hintOf, type TitleHint } from '../records.ts';
import { chooseMatch, confidenceOf } from './confidence.ts';
import { editionOf, ofEdition } from './edition.ts';
import type { FoundCandidate, TitleLookupRepository } from './title-lookup.repository.ts';
import { leastMinutes } from './unfinished.ts';

export { hintOf, type TitleHint };

/** The lowest confidence of an equal name. Of several titles with the name, the best known one arrives. */
const ARRIVED_FROM = 0.75;
const NAME_AND_YEAR = /^(?<title>.+?)\s*\(?(?<year>(?:18|19|20)\d\d)\)?$/u;

/** Returns the titles that a query may mean. A year at its end may belong to the name. */
function hintsOf(query: string) {
  const { title, year } = NAME_AND_YEAR.exec(query)?.groups ?? {};
  const whole = hintOf({ title: query });
  return title && year ? [whole, hintOf({ title, year: Number(year) })] : [whole];
}

/** Finds the title that another product or a member means, as an import finds the titles of a file. */
export const createTitleMatchService = ({
  repos,
}: {
  repos: {
    titleLookup: Pick<
      TitleLookupRepository,
      'listCandidates' | 'listCountries' | 'listListed' | 'listPlayed'
    >;
  };
}) => ({
  /**
   * Returns the id of the title that was played, or null when no title or more than one fits (docs/api.md#import-confidence).
   * @param minutes how long what was played is, or null. A movie is no extra that has its name.
   */
  async findPlayedId(hint: TitleHint, minutes: number | null): Promise<number | null> {
    const mediumId = await this.findMediumId(hint);
    if (mediumId === null || minutes === null || hint.type !== 'movie') return mediumId;
    const played = await repos.titleLookup.listPlayed([mediumId]);
    return minutes >= leastMinutes(played.get(mediumId) ?? null) ? mediumId : null;
  },

  /** Returns the id of the title, or null when no title or more than one fits. */
  async findMediumId(hint: TitleHint): Promise<number | null> {
    const edition = editionOf(hint.title);
    if (edition === null) return chooseMatch(hint, await repos.titleLookup.listCandidates([hint])).mediumId;
    const named = { ...hint, title: edition.title, year: edition.year ?? hint.year };
    const found = await repos.titleLookup.listCandidates([named, hint]);
    const countries = await repos.titleLookup.listCountries(found.map(({ mediumId }) => mediumId));
    const candidates = ofEdition(found, edition, (mediumId) => countries.get(mediumId) ?? []);
    return chooseMatch(named, candidates).mediumId;
  },

  /** Returns the best known listed title that each query names, or null. */
  async findTitles(queries: readonly string[]): Promise<(number | null)[]> {
    const hints = queries.flatMap((query, at) => hintsOf(query).map((hint) => ({ at, hint })));
    const found = await repos.titleLookup.listCandidates(hints.map(({ hint }) => hint));
    const listed = await repos.titleLookup.listListed(found.map(({ mediumId }) => mediumId));
    const best = new Map<number, { mediumId: number; confidence: number; popularity: number }>();
    const isBetter = (at: number, { popularity }: FoundCandidate, confidence: number): boolean => {
      const known = best.get(at);
      if (!known) return true;
      return (
        confidence > known.confidence || (confidence === known.confidence && popularity > known.popularity)
      );
    };
    for (const candidate of found) {
      const wanted = hints[candidate.at];
      if (!wanted || !listed.has(candidate.mediumId)) continue;
      const confidence = confidenceOf(wanted.hint, candidate);
      if (confidence < ARRIVED_FROM || !isBetter(wanted.at, candidate, confidence)) continue;
      best.set(wanted.at, { mediumId: candidate.mediumId, confidence, popularity: candidate.popularity });
    }
    return queries.map((_, at) => best.get(at)?.mediumId ?? null);
  },
});

export type TitleMatchService = ReturnType<typeof createTitleMatchService>;
