import type { EpisodeNumber, MediumCard, Season } from '@marquee/contracts';
import { EPISODES_PER_CALL } from '@marquee/contracts/constants';
import { useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { seasonName } from '../in-words.ts';
import { markEpisodes } from '../mark-episodes.ts';
import { hasAired } from '../progress.ts';
import { Bar } from './bar.tsx';
import { EpisodeLine } from './episode-line.tsx';
import css from './seasons.module.css';

/** Episodes drawn at once. Some soaps have all of theirs in one season. */
const STEP = 100;

/** The first and the last episode to draw, around the next one. */
function firstRange({ season, episodes }: Season, next: EpisodeNumber | null): [number, number] {
  const at = next?.season === season ? episodes.findIndex(({ episode }) => episode === next.episode) : 0;
  const from = Math.max(0, Math.floor(Math.max(0, at) / STEP) * STEP);
  return [from, from + STEP];
}

/** The episodes of an open season, a hundred at a time. */
function Lines({ medium, season, next }: { medium: MediumCard; season: Season; next: EpisodeNumber | null }) {
  const [[from, to], setRange] = useState(() => firstRange(season, next));
  return (
    <>
      {from > 0 && (
        <Button variant="plain" onClick={() => setRange([Math.max(0, from - STEP), to])}>
          Earlier episodes
        </Button>
      )}
      <ol className={css.episodes} aria-label={seasonName(season.season)}>
        {season.episodes.slice(from, to).map((episode) => (
          <EpisodeLine key={episode.episode} medium={medium} season={season} episode={episode} next={next} />
        ))}
      </ol>
      {to < season.episodes.length && (
        <Button variant="plain" onClick={() => setRange([from, to + STEP])}>
          Later episodes
        </Button>
      )}
    </>
  );
}

/** One season: its name, how much of it is seen, a mark for all of it, and its episodes while it is open. */
export function OpenableSeason({
  medium,
  season,
  next,
  isOpenAtFirst,
}: {
  medium: MediumCard;
  season: Season;
  next: EpisodeNumber | null;
  isOpenAtFirst: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const name = seasonName(season.season);
  const aired = season.episodes.filter((episode) => hasAired(season, episode));
  const isSeen = aired.length > 0 && aired.every(({ seen }) => seen);
  const mark = () => {
    const meant = aired
      .filter(({ seen }) => seen === isSeen)
      .slice(0, EPISODES_PER_CALL)
      .map(({ episode }) => ({ season: season.season, episode }));
    void markEpisodes(medium, { episodes: meant }, { seen: !isSeen }, name);
  };
  return (
    <li className={css.season}>
      <div className={css.head}>
        <h4 className={css.heading}>
          <button
            type="button"
            className={css.open}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={css.arrow}>
              <Icon name="next" size={18} />
            </span>
            <span className={css.name}>{name}</span>{' '}
            <span className={css.year}>{season.first_air_date?.slice(0, 4)}</span>{' '}
            <Bar seen={season.seen_count} of={season.episode_count} />
          </button>
        </h4>
        {aired.length > 0 && (
          <Button
            variant="icon"
            className={css.check}
            aria-pressed={isSeen}
            aria-label={`${name} is seen`}
            title={isSeen ? 'Not seen' : 'All of it is seen'}
            onClick={mark}
          >
            <Icon name="check" />
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={css.inside}>
          <Lines medium={medium} season={season} next={next} />
        </div>
      )}
    </li>
  );
}
