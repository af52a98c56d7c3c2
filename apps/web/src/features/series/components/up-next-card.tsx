import type { UpNextReply } from '@marquee/contracts';
import { episodesInWords } from '@marquee/contracts/in-words';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { sortedOffers, WatchLink } from '#src/features/titles/components/offer-link.tsx';
import { TitleLine } from '#src/features/titles/components/title-line.tsx';
import { joinFacts, runtimeInWords } from '#src/features/titles/facts.ts';
import { airsInWords, episodeCode } from '../in-words.ts';
import { markEpisodes, setWatching, watchingOf } from '../mark-episodes.ts';
import { afterNext } from '../progress.ts';
import { Bar } from './bar.tsx';
import css from './up-next-card.module.css';

/** The number of more episodes says nothing: the bar does. */
const TOLD = 12;

type Item = UpNextReply['up_next'][number];

/** Returns the progress that is shown, which may be ahead of the reply, and how many episodes wait after it. */
function shownProgress({ medium, progress, behind }: Item) {
  const shown = medium.progress ?? progress;
  return { progress: shown, behind: Math.max(0, behind - (shown.seen - progress.seen)) };
}

/** A series with its next episode and one tap to mark it, or to go on with what is on hold or dropped. */
export function UpNextCard({ item, eager = false }: { item: Item; eager?: boolean }) {
  const { medium } = item;
  const { progress, behind } = shownProgress(item);
  const { next } = progress;
  const isWatching = watchingOf(progress) === 'watching';
  const isDue = next !== null && behind > 0;
  const minutes = medium.runtime_minutes;
  const [offer] = sortedOffers(medium.provider_medium);
  return (
    <article>
      <TitleLine medium={medium} size="large" eager={eager}>
        {next ? (
          <p>
            <strong>{episodeCode(next)}</strong>
            {next.name !== null && `\u2002·\u2002${next.name}`}
          </p>
        ) : (
          <p>{progress.state === 'finished' ? 'Finished' : 'Up to date'}</p>
        )}
        <p className="quiet">
          {next &&
            joinFacts([
              minutes ? runtimeInWords(minutes) : '',
              isDue ? '' : airsInWords(next.air_date),
              behind > 1 && behind <= TOLD ? `${episodesInWords(behind)} to see` : '',
            ])}
        </p>
        <Bar seen={progress.seen} of={progress.total} />
        {isWatching ? (
          isDue && (
            <div className="wrap gap-4">
              {offer && <WatchLink medium={medium} offer={offer} />}
              <Button
                className={css.button}
                aria-label={`Mark as seen: ${medium.title}, ${episodeCode(next)}`}
                onClick={() =>
                  void markEpisodes(
                    medium,
                    { episodes: [{ season: next.season, episode: next.episode }] },
                    { seen: true },
                    episodeCode(next),
                    afterNext(progress, behind),
                  )
                }
              >
                Mark as seen
              </Button>
            </div>
          )
        ) : (
          <Button
            className={css.button}
            aria-label={`Go on with ${medium.title}`}
            onClick={() => void setWatching(medium, 'watching')}
          >
            <Icon name="play" size={18} />
            Go on
          </Button>
        )}
      </TitleLine>
    </article>
  );
}

/** Placeholder of a card in its size. */
export function UpNextSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton height="9rem" />
    </div>
  );
}
