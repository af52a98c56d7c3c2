import type { TonightReply } from '@marquee/contracts';
import { SURE_FROM } from '@marquee/contracts/constants';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { breakable } from '#src/features/titles/breakable.ts';
import { Because } from '#src/features/titles/components/because.tsx';
import { CardMatch } from '#src/features/titles/components/match.tsx';
import { sortedOffers, WatchLink } from '#src/features/titles/components/offer-link.tsx';
import { Story } from '#src/features/titles/components/story.tsx';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { factsOf, joinFacts } from '#src/features/titles/facts.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { endsAt } from '../ends-at.ts';
import css from './pick.module.css';

const Player = lazy(async () => ({
  default: (await import('#src/features/titles/components/player.tsx')).Player,
}));

type Picked = TonightReply['picks'][number];

const ROLES: Record<Exclude<Picked['role'], 'sure'>, string> = {
  bold: 'The bold one',
  saved: 'The one you saved',
  continue: 'The one you are watching',
};

/** Names what the pick is. Where little fits, the likeliest one is not sure. */
function roleInWords({ medium: { likelyhood }, role }: Picked, isFurther: boolean): string {
  if (role !== 'sure') return ROLES[role];
  const isSure = likelyhood === null || likelyhood >= SURE_FROM;
  if (isFurther) return isSure ? 'Another sure one' : 'Another one';
  return isSure ? 'The sure one' : 'The likeliest one';
}

/** One title for tonight: what happens, why, when it ends, where to watch it, and a way to say that it does not fit. */
export function Pick({
  pick,
  isFurther,
  onSeen,
  onEpisodeSeen,
  onNotTonight,
}: {
  pick: Picked;
  /** Whether the picks already have a sure one. */
  isFurther: boolean;
  onSeen: () => void;
  /** Marks the next episode of a series that goes on. */
  onEpisodeSeen: () => void;
  onNotTonight: () => void;
}) {
  const { medium, episode, reason_parts: parts } = pick;
  const actions = useTitleActions();
  const [isPlaying, setPlaying] = useState(false);
  const [offer] = sortedOffers(medium.provider_medium);
  const link = useTitleLink(medium.id);
  const ends = endsAt(episode?.runtime_minutes ?? medium.runtime_minutes);
  return (
    <article className={css.pick} aria-labelledby={`pick-${medium.id}`} data-playing={isPlaying || undefined}>
      {isPlaying && medium.video_url !== null ? (
        <div className={css.player}>
          <Suspense>
            <Player medium={medium} url={medium.video_url} />
          </Suspense>
        </div>
      ) : (
        <Link {...link} className={css.poster} tabIndex={-1} aria-hidden="true">
          <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} eager />
        </Link>
      )}
      <div className={`stack gap-1 ${css.words}`}>
        <p className={css.role}>
          {roleInWords(pick, isFurther)}
          {episode === null && <CardMatch medium={medium} />}
        </p>
        <h2 className={css.title} id={`pick-${medium.id}`}>
          <Link {...link} className="title-link">
            {breakable(medium.title)}
          </Link>
        </h2>
        <p className={css.facts}>
          {ends && <strong>{ends}</strong>}{' '}
          {joinFacts(
            episode
              ? [`Season ${episode.season}, episode ${episode.episode}`, episode.name ?? '']
              : factsOf(medium),
          )}
        </p>
      </div>
      <div className={css.story}>
        <Story medium={medium} />
      </div>
      {/* That it is watched, and which episode comes next, stands above. */}
      <p className={css.why}>{episode === null && <Because parts={parts} />}</p>
      <div className={css.actions}>
        {offer && <WatchLink medium={medium} offer={offer} />}
        {medium.video_url !== null && !isPlaying && (
          <Button variant="plain" onClick={() => setPlaying(true)}>
            Trailer
          </Button>
        )}
        <Button
          variant="plain"
          onClick={({ currentTarget }) => {
            if (episode === null) return actions?.rate(medium, { anchor: currentTarget, onRated: onSeen });
            onEpisodeSeen();
          }}
        >
          Seen it
        </Button>
        <Button variant="plain" onClick={onNotTonight}>
          Not tonight
        </Button>
      </div>
    </article>
  );
}

/** Placeholder of three picks. */
export function PicksSkeleton() {
  return ['a', 'b', 'c'].map((pick) => (
    <div key={pick} className={css.pick}>
      <div className={css.poster} data-blank="">
        <Skeleton height="100%" />
      </div>
      <div className={`stack gap-1 ${css.words}`}>
        <Skeleton height="8rem" />
      </div>
    </div>
  ));
}
