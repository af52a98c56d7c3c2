import type { EpisodeNumber } from '@marquee/contracts';

/** What is stored of a seen episode, as an undo keeps it. */
export interface SeenEpisode {
  seen_on: string | null;
  plays: number;
  days: string[];
  marked_at: string;
}

/** An episode before and after a change; null where it was not seen. */
export interface EpisodeChange extends EpisodeNumber {
  before: SeenEpisode | null;
  after: SeenEpisode | null;
}

/** Episodes that a change left alike, as ranges of one season each: the season, the first and the last episode. */
export interface AlikeChanges extends Pick<EpisodeChange, 'before' | 'after'> {
  places: [season: number, first: number, last: number][];
}

/** Joins episodes that a change left alike, because most marks of a long series differ by their number alone. */
export function joinAlike(changes: readonly EpisodeChange[]): AlikeChanges[] {
  const alike = Map.groupBy(
    changes.toSorted((a, b) => a.season - b.season || a.episode - b.episode),
    ({ before, after }) => JSON.stringify([before, after]),
  );
  return [...alike.values()].map((same) => {
    const places: AlikeChanges['places'] = [];
    for (const { season, episode } of same) {
      const range = places.at(-1);
      if (range?.[0] === season && range[2] === episode - 1) range[2] = episode;
      else places.push([season, episode, episode]);
    }
    return { before: same[0]?.before ?? null, after: same[0]?.after ?? null, places };
  });
}

/** Returns the episodes of what `joinAlike` has joined. */
export const separate = (alike: readonly AlikeChanges[]): EpisodeChange[] =>
  alike.flatMap(({ places, ...states }) =>
    places.flatMap(([season, first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => ({ season, episode: first + at, ...states })),
    ),
  );
