import type { LearnedKind, LearnedTaste } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { Link } from 'react-router-dom';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { isVisible } from '#src/features/titles/visible-effect.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { certaintyInWords, effectInStars } from '../in-words.ts';
import css from './taste-chart.module.css';

/** Lower limit of `scale`, in points of 0–10, so that small effects have short bars. */
const LEAST_SCALE = 1;

interface BarsProps {
  title: string;
  kinds: readonly LearnedKind[];
  /** The effect that fills a bar. */
  scale: number;
  linkOf: (id: number) => string;
}

/** Genres, decades or people as bars from a middle line. Each bar is a link whose text names effect and certainty. */
function Bars({ title, kinds, scale, linkOf }: BarsProps) {
  return (
    <section aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      <ul className="stack" aria-label={title}>
        {kinds.map((kind) => {
          const sure = certaintyInWords(kind.certainty);
          const width = `${Math.min(50, (50 * Math.abs(kind.effect)) / scale)}%`;
          return (
            <li key={kind.id}>
              <Link to={linkOf(kind.id)} className={css.bar}>
                <span className={css.name}>{kind.name}</span>{' '}
                <span className={css.effect}>
                  {effectInStars(kind.effect)}
                  <span className="visually-hidden"> stars compared with other titles,</span>
                </span>{' '}
                <span className={css.track}>
                  {isVisible(kind.effect) && (
                    <span
                      className={cx(
                        css.fill,
                        kind.effect < 0 && css.lower,
                        sure === 'fairly sure' && css.fairly,
                      )}
                      style={{ width }}
                    />
                  )}
                </span>
                <span className="quiet">{sure}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The learned taste: genres and people by effect, decades by time. */
export function TasteChart({ taste }: { taste: LearnedTaste }) {
  const isKnown = ({ certainty }: LearnedKind): boolean => certaintyInWords(certainty) !== 'unsure';
  const genres = taste.genres.filter(isKnown);
  const decades = taste.decades.filter(isKnown);
  const people = taste.people.filter(isKnown);
  const scale = [...genres, ...decades, ...people].reduce(
    (most, { effect }) => Math.max(most, Math.abs(effect)),
    LEAST_SCALE,
  );
  if (genres.length + decades.length + people.length === 0)
    return <p className={css.key}>We are not sure of anything yet. Each rating tells us more.</p>;
  return (
    <div className={css.chart}>
      <p className={css.key}>Solid: we are sure. Pale: fairly sure. Each bar is a link to its titles.</p>
      <div className={`stack ${css.columns}`}>
        {genres.length > 0 && (
          <Bars title="Genres" kinds={genres} scale={scale} linkOf={(id) => `/discover/rows/genre-${id}`} />
        )}
        <div className="stack gap-7">
          {decades.length > 0 && (
            <Bars
              title="Decades"
              kinds={[...decades].sort((a, b) => b.id - a.id)}
              scale={scale}
              linkOf={(id) => `/discover/rows/decade-${id}`}
            />
          )}
          {people.length > 0 && (
            <Bars
              title="People"
              kinds={people}
              scale={scale}
              linkOf={(id) => screenAddress(paths.person, { personId: id })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

export function TasteSkeleton() {
  return (
    <div className={css.chart} aria-hidden="true">
      <Skeleton width="min(36rem, 100%)" height="3rem" />
      <div className={`stack ${css.columns}`}>
        {['left', 'right'].map((side) => (
          <div key={side} className="stack gap-4">
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((row) => (
              <Skeleton key={row} height="1.75rem" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
