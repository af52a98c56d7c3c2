/** The place of an episode in a series. */
export interface EpisodeNumber {
  readonly season: number;
  readonly episode: number;
}

export interface Move {
  readonly from: EpisodeNumber;
  readonly to: EpisodeNumber;
}

/**
 * A season that lost at most so many episodes is corrected, because lists count double episodes once or twice. One that lost
 * more was split.
 */
const DOUBLES = 2;

const byPlace = (a: EpisodeNumber, b: EpisodeNumber): number => a.season - b.season || a.episode - b.episode;
const ordered = (episodes: readonly EpisodeNumber[]): EpisodeNumber[] =>
  episodes.filter(({ season }) => season > 0).toSorted(byPlace);

export function haveSameNumbers(before: readonly EpisodeNumber[], after: readonly EpisodeNumber[]): boolean {
  const [old, now] = [before.toSorted(byPlace), after.toSorted(byPlace)];
  return old.length === now.length && old.every((one, at) => byPlace(one, now[at] ?? one) === 0);
}

/** Returns how many episodes come before the end of each season. */
function seasonEnds(episodes: readonly EpisodeNumber[]): number[] {
  return episodes.flatMap(({ season }, at) => (episodes[at + 1]?.season === season ? [] : [at + 1]));
}

const seasonsOf = (episodes: readonly EpisodeNumber[]): Map<number, number> =>
  new Map([...Map.groupBy(episodes, ({ season }) => season)].map(([season, all]) => [season, all.length]));

/**
 * Returns whether the ends of two lists, which differ in length, number the same episodes in another way: one long season
 * became several, or several became one, and new episodes aired in the same time.
 */
function isSplitOrJoined(before: readonly EpisodeNumber[], after: readonly EpisodeNumber[]): boolean {
  if (after.length < before.length) return false;
  const [old, now] = [seasonsOf(before), seasonsOf(after)];
  if (old.size > 1) return now.size === 1;
  const [season = 0, count = 0] = [...old][0] ?? [];
  return now.size > 1 && (now.get(season) ?? 0) < count - DOUBLES;
}

/**
 * Returns where the episodes of a series have gone, for a list that numbers them in another way than the list before. An
 * episode moves only to the place with the same number of episodes before it, and only between ends of seasons that both
 * lists share; elsewhere nothing tells a new numbering from a correction, so progress stays as the member told it. Specials
 * never move.
 */
export function findMoves(before: readonly EpisodeNumber[], after: readonly EpisodeNumber[]): Move[] {
  const [old, now] = [ordered(before), ordered(after)];
  const ends = new Set(seasonEnds(now));
  const shared = seasonEnds(old).findLast((end) => ends.has(end)) ?? 0;
  const reach = isSplitOrJoined(old.slice(shared), now.slice(shared)) ? old.length : shared;
  return old.slice(0, reach).flatMap((from, at) => {
    const to = now[at];
    return to === undefined || byPlace(from, to) === 0 ? [] : [{ from, to }];
  });
}
