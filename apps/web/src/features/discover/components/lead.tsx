import type { Medium, MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { ProviderMarks } from '#src/components/ui/provider-marks.tsx';
import { backdropOf } from '#src/features/titles/art.ts';
import { breakable } from '#src/features/titles/breakable.ts';
import { TitleMatch } from '#src/features/titles/components/match.tsx';
import {
  OfferAge,
  OfferLink,
  priceInWords,
  sortedOffers,
} from '#src/features/titles/components/offer-link.tsx';
import { Story } from '#src/features/titles/components/story.tsx';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { WatchLaterButton } from '#src/features/titles/components/watch-later-button.tsx';
import { factsOf, joinFacts, leadingGenres } from '#src/features/titles/facts.ts';
import { useLeaving } from '#src/features/titles/hooks/leaving.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { WITH_POSTER } from '#src/lib/screen/phone.ts';
import css from './lead.module.css';

const Player = lazy(async () => ({
  default: (await import('#src/features/titles/components/player.tsx')).Player,
}));

/** Returns the class for one of three font sizes, by the length of the title. */
function sizeOf(title: string): string | undefined {
  if (title.length <= 14) return css.short;
  return title.length <= 34 ? css.medium : css.long;
}

function Where({ medium }: { medium: MediumCard }) {
  const [best, ...others] = sortedOffers(medium.provider_medium);
  if (!best) return <p className={`soft ${css.where}`}>{texts.offersSoonShort}</p>;
  const price = priceInWords(best);
  return (
    <div className={`wrap ${css.where}`}>
      <OfferLink medium={medium} offer={best} className={css.watch}>
        <img src={best.medium_provider.image} alt="" width={32} height={32} />
        <span>
          Watch on {best.medium_provider.name}
          {price && `, ${price}`}
        </span>
      </OfferLink>
      <OfferAge offer={best} />
      {others.some(({ medium_provider: { id } }) => id !== best.medium_provider.id) && (
        <span className={css.also}>
          Also on{' '}
          <ProviderMarks
            offers={others.filter(({ medium_provider: { id } }) => id !== best.medium_provider.id)}
          />
        </span>
      )}
    </div>
  );
}

/** The lead: the first recommendation with its picture, match, reasons and best offer. */
export function Lead({
  medium,
  full,
  overlay,
}: {
  medium: MediumCard;
  /** The full title. Room for its credits and picture is reserved until the full title is loaded. */
  full: Medium | undefined;
  /** Content over the picture. The content shifts no layout when it appears. */
  overlay?: ReactNode;
}) {
  const link = useTitleLink(medium.id);
  const actions = useTitleActions();
  const leaving = useLeaving(medium.id);
  const backdrop = backdropOf(medium.poster_url, full?.backdrop_url);
  const [isPlaying, setPlaying] = useState(false);
  const video = full?.video_url;
  return (
    <section
      className={cx(css.lead, leaving && css.leaving)}
      aria-labelledby="lead-title"
      data-playing={isPlaying || undefined}
    >
      <div className={css.picture}>
        {full && video && isPlaying && (
          <div className={css.player}>
            <Suspense>
              <Player medium={full} url={video} />
            </Suspense>
          </div>
        )}
        <Link {...link} className={css.art} tabIndex={-1} aria-hidden="true">
          <picture>
            <source media={WITH_POSTER} srcSet={medium.poster_url} width={400} height={600} />
            {backdrop && (
              <img src={backdrop} alt="" width={1680} height={560} fetchPriority="high" decoding="sync" />
            )}
          </picture>
        </Link>
        {overlay}
      </div>
      <div className={css.bill}>
        <h2 id="lead-title" className={cx(css.title, sizeOf(medium.title))}>
          <Link {...link}>{breakable(medium.title)}</Link>
        </h2>
        <p className={css.facts}>{joinFacts([...factsOf(medium), leadingGenres(medium).join(', ')])}</p>
        <div className={css.credits}>{full && <Story medium={full} />}</div>
      </div>
      <div className={css.why}>
        <TitleMatch medium={medium} />
        <Where medium={medium} />
        {actions && (
          <div className={`wrap gap-2 ${css.actions}`}>
            <Button onClick={({ currentTarget }) => actions.rate(medium, { anchor: currentTarget })}>
              <Icon name="star" filled={medium.rating !== null} /> {texts.rate}
            </Button>
            <WatchLaterButton medium={medium} actions={actions} />
            <Button onClick={() => actions.hide(medium)}>
              <Icon name="hide" /> Hide
            </Button>
            {video && !isPlaying && (
              <Button onClick={() => setPlaying(true)}>
                <Icon name="play" /> Trailer
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
