import type { ReactNode } from 'react';
import { site } from '#src/config/site.ts';
import css from './hung-poster.module.css';
import { PosterImage } from './poster-image.tsx';

/** A form with one of the foyer's posters beside it where there is room; another every day. */
export function BesidePoster({ children }: { children: ReactNode }) {
  const today = Math.floor(Date.now() / 86_400_000);
  const id = site.showcase[today % site.showcase.length] ?? 1;
  return (
    <div className={css.wall}>
      {children}
      <div className={css.poster} aria-hidden="true">
        <hr className="bulbs" />
        <PosterImage src={`/images/posters/${id}.svg`} />
        <hr className="bulbs" />
      </div>
    </div>
  );
}
