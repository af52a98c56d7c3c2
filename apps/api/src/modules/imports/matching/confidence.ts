import { normalize } from '#src/titles/engine/normalize.ts';
import type { TitleHint } from '../records.ts';

/** A title of the catalogue that may be the same as a title of the file. */
export interface Candidate {
  mediumId: number;
  title: string;
  year: number | null;
  type: 'movie' | 'series';
  externalId: string;
  popularity: number;
  /** The lookup that found the candidate. */
  by: 'medium' | 'imdb' | 'tmdb' | 'tvdb' | 'title' | 'variant' | 'article' | 'alternative' | 'similar';
  /** Similarity of the search texts, 0 to 1. Used for `similar` only. */
  similarity: number;
}

export interface Choice {
  mediumId: number;
  confidence: number;
}

export interface Match {
  match: 'matched' | 'doubtful' | 'unmatched';
  mediumId: number | null;
  confidence: number;
  choices: Choice[];
}

/**
 * A title with at least this confidence is matched without a question to the member (docs/api.md#import-confidence).
 */
export const MATCHED_FROM = 0.8;
const CHOICES_MAX = 5;
/** A candidate below this confidence is no help to the member. */
const LOWEST = 0.4;
/** If the confidences of the best two candidates differ by less than this value, the member must choose. */
const TOO_CLOSE = 0.1;
const AMBIGUOUS = 0.5;
const OTHER_TYPE = 0.35;
/** Letterboxd lists miniseries as films, so an equal title of the same year may be a series. */
const OTHER_TYPE_SAME_YEAR = 0.12;
/** A title of two parts alone is as likely a movie with a subtitle as an episode. */
const LONE_SERIES = 0.6;
const IMDB_ID = /^tt\d+$/;

function byTitle(hint: TitleHint, { year, by }: Candidate): number {
  const isVariant = by === 'variant' || by === 'article';
  // Heat and The Heat are two movies, and without a year nothing tells which one the file means.
  if (hint.year === null || year === null) return by === 'article' ? 0.75 : isVariant ? 0.8 : 0.82;
  const distance = Math.abs(hint.year - year);
  // Another article and another year together are two reasons for doubt.
  const spelling = isVariant ? (distance === 0 ? 0.05 : 0.1) : 0;
  return (distance === 0 ? 0.97 : distance === 1 ? 0.87 : distance === 2 ? 0.5 : 0.35) - spelling;
}

function bySimilarity(hint: TitleHint, { year, similarity }: Candidate): number {
  const base = 0.2 + 0.4 * similarity;
  if (hint.year === null || year === null) return base;
  return Math.abs(hint.year - year) <= 1 ? base + 0.15 : base - 0.2;
}

/** Returns the probability that the candidate is the title of the file, 0 to 1. */
export function confidenceOf(hint: TitleHint, candidate: Candidate): number {
  const { by, type, externalId } = candidate;
  // An id from another Marquee installation can belong to another title, so compare the names.
  if (by === 'medium') return normalize(candidate.title) === normalize(hint.title) ? 1 : 0;
  if (by === 'imdb') return 1;
  if (by === 'tmdb' || by === 'tvdb') return hint.type === null || hint.type === type ? 0.99 : 0;
  if (by === 'alternative' && type !== 'series') return 0;
  const isLone = hint.type === null && hint.alternatives.length === 1 && hint.siblings === 0;
  const base =
    by === 'alternative'
      ? isLone
        ? LONE_SERIES
        : 0.81
      : by === 'similar'
        ? bySimilarity(hint, candidate)
        : byTitle(hint, candidate);
  const isOtherType = by !== 'alternative' && hint.type !== null && hint.type !== type;
  const isSameYear = by === 'title' && hint.year !== null && hint.year === candidate.year;
  const wrongType = isOtherType ? (isSameYear ? OTHER_TYPE_SAME_YEAR : OTHER_TYPE) : 0;
  // Lowers the confidence when the file and the candidate have different IMDb ids.
  const otherId = hint.imdbId !== null && IMDB_ID.test(externalId) ? 0.5 : 0;
  return Math.max(0, base - wrongType - otherId);
}

/** Keeps of the series that the names of an episode mean the one with the longest name. */
function withoutShorterSeries(hint: TitleHint, candidates: readonly Candidate[]): readonly Candidate[] {
  const isSeries = hint.type === 'series';
  const names = [...(isSeries ? [hint.title] : []), ...hint.alternatives].map((name) => normalize(name));
  if (names.length < 2) return candidates;
  const rankOf = ({ title }: Candidate) => names.indexOf(normalize(title));
  const ranks = candidates
    .filter(({ by, type }) => by === 'alternative' || (isSeries && by === 'title' && type === 'series'))
    .map(rankOf);
  const longest = Math.min(...ranks.filter((rank) => rank >= 0));
  return candidates.filter((candidate) => candidate.by !== 'alternative' || rankOf(candidate) <= longest);
}

/**
 * Keeps of several series with one name those that the file names with their year, because a file seldom has episodes of one
 * series and a rating of its namesake.
 * @param seriesYears the years of the series in the file by normalized name.
 */
export function preferSeriesOfFile<C extends Candidate>(
  hint: TitleHint,
  candidates: readonly C[],
  seriesYears: ReadonlyMap<string, ReadonlySet<number>>,
): readonly C[] {
  if (hint.type !== 'series' || hint.year !== null || hint.imdbId !== null) return candidates;
  const isOfFile = ({ title, year, type }: C): boolean =>
    type === 'series' && year !== null && (seriesYears.get(normalize(title))?.has(year) ?? false);
  const named = new Set(candidates.filter(isOfFile).map(({ title }) => normalize(title)));
  return candidates.filter((candidate) => !named.has(normalize(candidate.title)) || isOfFile(candidate));
}

/** Whether a candidate was found by an id, which is a better proof than its name. */
export const isById = (by: Candidate['by']): boolean => ['medium', 'imdb', 'tmdb', 'tvdb'].includes(by);

/** An id, or the year in the file, is a better proof than the date of a view, which may be that of a festival. */
const isLaterThan = (viewedIn: number, hint: TitleHint, { by, year }: Candidate): boolean =>
  !isById(by) && year !== null && year !== hint.year && year > viewedIn;

/**
 * Chooses among the candidates. No title is chosen that came out after `viewedIn`, the year of the first view in the file.
 * A doubtful title gets a list of choices, with the most probable title first. */
export function chooseMatch(
  hint: TitleHint,
  candidates: readonly Candidate[],
  viewedIn: number | null = null,
): Match {
  const best = new Map<number, Choice & { popularity: number }>();
  for (const candidate of withoutShorterSeries(hint, candidates)) {
    if (viewedIn !== null && isLaterThan(viewedIn, hint, candidate)) continue;
    const confidence = Math.round(confidenceOf(hint, candidate) * 100) / 100;
    const known = best.get(candidate.mediumId);
    if (confidence >= LOWEST && confidence > (known?.confidence ?? 0))
      best.set(candidate.mediumId, {
        mediumId: candidate.mediumId,
        confidence,
        popularity: candidate.popularity,
      });
  }
  const sorted = [...best.values()].sort(
    (a, b) => b.confidence - a.confidence || b.popularity - a.popularity || a.mediumId - b.mediumId,
  );
  const choices = sorted.slice(0, CHOICES_MAX).map(({ mediumId, confidence }) => ({ mediumId, confidence }));
  const [first, second] = choices;
  if (!first) return { match: 'unmatched', mediumId: null, confidence: 0, choices: [] };
  const isCertain = first.confidence >= 0.99;
  if (!isCertain && second && first.confidence - second.confidence < TOO_CLOSE) {
    const close = choices.map((choice) => ({
      ...choice,
      confidence: Math.min(choice.confidence, AMBIGUOUS),
    }));
    return { match: 'doubtful', mediumId: null, confidence: AMBIGUOUS, choices: close };
  }
  const isMatched = first.confidence >= MATCHED_FROM;
  return {
    match: isMatched ? 'matched' : 'doubtful',
    mediumId: isMatched ? first.mediumId : null,
    confidence: first.confidence,
    choices: isMatched ? choices.slice(0, 1) : choices,
  };
}
