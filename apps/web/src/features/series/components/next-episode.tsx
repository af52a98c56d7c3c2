import type { MediumCard } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Choice } from '#src/components/ui/choice.tsx';
import { sortedOffers, WatchLink } from '#src/features/titles/components/offer-link.tsx';
import { joinFacts, runtimeInWords } from '#src/features/titles/facts.ts';
import { today } from '#src/lib/screen/dates.ts';
import { episodesQuery } from '../api.ts';
import {
  airsInWords,
  dayInWords,
  episodeCode,
  episodeName,
  progressInWords,
  WATCHING_STATES,
} from '../in-words.ts';
import { markEpisodes, setWatching, watchingOf } from '../mark-episodes.ts';
import { afterNext, isAfter, lastAired } from '../progress.ts';
import css from './next-episode.module.css';

/** Whether the series of an open page was begun before, so that both places agree. */
const places = new Map<number, boolean>();

/**
 * Where the member is in a series, the next episode with one tap to mark it, and whether they go on. `begun` is its place among
 * the actions of the title, where it stands for a series that was begun before its page was opened: it keeps its place while the
 * page is open. Otherwise it stands above the seasons, because a stranger looks for offers first.
 */
export function NextEpisode({ medium, begun }: { medium: MediumCard; begun: boolean }) {
  const { progress, runtime_minutes: usual } = medium;
  const { id } = medium;
  const [isHere] = useState(() => {
    const isBegun = places.get(id) ?? (progress !== null && progress.seen > 0);
    places.set(id, isBegun);
    return begun === isBegun;
  });
  // The seasons are there as long as the page, while what is above them may be mounted again.
  useEffect(() => (begun ? undefined : () => void places.delete(id)), [begun, id]);
  const { data } = useQuery(episodesQuery(medium.id));
  if (progress === null || !isHere) return null;
  const { next, state, seen } = progress;
  const season = data?.seasons.find((each) => each.season === next?.season);
  const episode = season?.episodes.find((each) => each.episode === next?.episode);
  const last = data ? lastAired(data.seasons) : null;
  const hasAired = next !== null && (last ? !isAfter(next, last) : (next.air_date ?? '') <= today());
  const minutes = episode?.runtime_minutes ?? usual;
  const [offer] = sortedOffers(medium.provider_medium);
  return (
    <div className={css.next}>
      {state !== 'none' && <p className="quiet">{progressInWords(progress)}</p>}
      {next && (
        <p>
          <span className={css.name}>
            {state === 'none' ? 'Begins with' : 'Next'}: {joinFacts([episodeCode(next), episodeName(next)])}
          </span>{' '}
          <span className="quiet">
            {joinFacts([
              hasAired
                ? next.air_date === null
                  ? ''
                  : dayInWords(next.air_date)
                : airsInWords(next.air_date),
              minutes ? runtimeInWords(minutes) : '',
            ])}
          </span>
        </p>
      )}
      {next && hasAired && (
        <div className={css.buttons}>
          {begun && offer && <WatchLink medium={medium} offer={offer} />}
          <Button
            variant={state === 'none' || (begun && offer) ? 'outline' : 'primary'}
            onClick={() =>
              void markEpisodes(
                medium,
                { episodes: [{ season: next.season, episode: next.episode }] },
                { seen: true },
                episodeCode(next),
                afterNext(progress, progress.aired - seen),
              )
            }
          >
            Mark {episodeCode(next)} as seen
          </Button>
        </div>
      )}
      {state !== 'none' && state !== 'finished' && (
        <Choice
          label="Do you go on with this series?"
          choices={WATCHING_STATES}
          value={watchingOf(progress)}
          onChange={(choice) => void setWatching(medium, choice)}
        />
      )}
    </div>
  );
}
