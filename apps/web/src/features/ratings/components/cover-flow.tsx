import type { MediumCard } from '@marquee/contracts';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './cover-flow.module.css';

/** Number of covers at each side of the current cover. */
const SIDE = 4;
const SWIPE_PX = 40;

function Front({ medium }: { medium: MediumCard }) {
  return (
    <Link {...useTitleLink(medium.id)} draggable={false} aria-label={`Open ${medium.title}`}>
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} eager />
    </Link>
  );
}

/**
 * Posters as a cover flow: a labeled carousel with buttons, arrow keys and swipes. Only the current cover can
 * take the focus, and the other covers react to clicks.
 */
export function CoverFlow({
  titles,
  index,
  onPrevious,
  onNext,
  onGoTo,
}: {
  titles: readonly MediumCard[];
  index: number;
  onPrevious: () => void;
  onNext: () => void;
  onGoTo: (index: number) => void;
}) {
  const start = useRef<number | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const current = titles[index];

  // When another title becomes current, the focused cover moves to the side, where it cannot have the focus. Focus the
  // current cover, so that the arrow keys continue to work.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is the trigger
  useLayoutEffect(() => {
    if (held.current) stage.current?.querySelector('a')?.focus({ preventScroll: true });
    held.current = false;
  }, [current?.id]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') onPrevious();
    else if (event.key === 'ArrowRight') onNext();
    else return;
    held.current = stage.current?.contains(document.activeElement) ?? false;
    event.preventDefault();
  };
  const onPointerUp = (event: PointerEvent) => {
    const moved = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    if (moved > SWIPE_PX) onPrevious();
    else if (moved < -SWIPE_PX) onNext();
  };

  return (
    <section
      className={css.carousel}
      aria-roledescription="carousel"
      aria-label="Titles to rate"
      onKeyDown={onKeyDown}
    >
      <Button
        variant="icon"
        className={css.step}
        aria-label="Previous title"
        disabled={index === 0}
        onClick={onPrevious}
      >
        <Icon name="previous" size={28} />
      </Button>
      <div
        ref={stage}
        className={css.stage}
        onPointerDown={(event) => {
          start.current = event.pointerType === 'mouse' ? null : event.clientX;
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          start.current = null;
        }}
      >
        {titles.map((medium, at) => {
          const offset = at - index;
          if (Math.abs(offset) > SIDE) return null;
          const front = offset === 0;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a slide of a carousel by the ARIA pattern
            <div
              key={medium.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${titles.length}`}
              aria-hidden={!front}
              className={cx(css.cover, front && css.front)}
              style={
                {
                  '--offset': offset,
                  '--side': Math.sign(offset),
                  zIndex: SIDE - Math.abs(offset),
                } as CSSProperties
              }
              {...(!front && { onClick: () => onGoTo(at) })}
            >
              {front ? (
                <Front medium={medium} />
              ) : (
                <PosterImage
                  src={medium.poster_url}
                  fallback={generatedPoster(medium.id)}
                  eager={Math.abs(offset) < 3}
                />
              )}
            </div>
          );
        })}
      </div>
      <Button variant="icon" className={css.step} aria-label="Next title" onClick={onNext}>
        <Icon name="next" size={28} />
      </Button>
      <p className="visually-hidden" aria-live="polite">
        {current && `${current.title}, ${index + 1} of ${titles.length}`}
      </p>
    </section>
  );
}
