import type { Episode, EpisodeNumber, MediumCard, Season } from '@marquee/contracts';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { joinFacts, runtimeInWords } from '#src/features/titles/facts.ts';
import { daysAgo } from '#src/lib/screen/ago.ts';
import { airsInWords, dayInWords, episodeCode, episodeName } from '../in-words.ts';
import { markEpisodes } from '../mark-episodes.ts';
import { hasAired, isAfter } from '../progress.ts';
import css from './seasons.module.css';

/** One episode with its day and length, its mark, and what else can be said of it: up to here, or once more. */
export function EpisodeLine({
  medium,
  season,
  episode,
  next,
}: {
  medium: MediumCard;
  season: Season;
  episode: Episode;
  next: EpisodeNumber | null;
}) {
  const { seen, seen_on, plays, air_date, runtime_minutes: minutes } = episode;
  const number = { season: season.season, episode: episode.episode };
  const code = episodeCode(number);
  const isAired = hasAired(season, episode);
  // Of the next one, "seen" says the same. Specials have no order.
  const mayBeUpTo = isAired && !seen && number.season > 0 && next !== null && isAfter(number, next);
  // Of a seen episode, the day that counts is that of the member.
  const facts =
    seen && seen_on !== null
      ? [`seen ${daysAgo(seen_on)}`, plays > 1 ? `${plays} views` : '']
      : [
          air_date === null ? '' : isAired ? dayInWords(air_date) : airsInWords(air_date),
          minutes === null ? '' : runtimeInWords(minutes),
        ];
  return (
    <li className={css.episode}>
      <span className={css.number}>{episode.episode}</span>
      <div className={css.what}>
        <p className={css.title}>{episodeName(episode)}</p>
        <p className={css.facts}>{joinFacts(facts)}</p>
      </div>
      {mayBeUpTo && (
        <Button
          variant="plain"
          className={css.also}
          aria-label={`Seen up to ${code}`}
          onClick={() =>
            void markEpisodes(medium, { up_to: number }, { seen: true }, `Everything up to ${code}`)
          }
        >
          Up to here
        </Button>
      )}
      {seen && (
        <Button
          variant="plain"
          className={css.also}
          aria-label={`${code} seen again`}
          onClick={() => void markEpisodes(medium, { episodes: [number] }, { seen: true, again: true }, code)}
        >
          Again
        </Button>
      )}
      {isAired && (
        <Button
          variant="icon"
          className={css.check}
          aria-pressed={seen}
          aria-label={`${code} is seen`}
          title={seen ? 'Not seen' : 'Seen'}
          onClick={() => void markEpisodes(medium, { episodes: [number] }, { seen: !seen }, code)}
        >
          <Icon name="check" />
        </Button>
      )}
    </li>
  );
}
