import type { ReactNode } from 'react';
import { showcasePoster, site } from '#src/config/site.ts';
import css from './beside-poster.module.css';
import { PosterImage } from './poster-image.tsx';

/** A form beside one of the landing page's posters on wide screens. The poster changes every day. */
export function BesidePoster({ children }: { children: ReactNode }) {
  const today = Math.floor(Date.now() / 86_400_000);
  return (
    <div className={css.wall}>
      {children}
      <div className={css.poster} aria-hidden="true">
        <hr className="bulbs" />
        <PosterImage src={showcasePoster((today % site.showcase) + 1)} />
        <hr className="bulbs" />
      </div>
    </div>
  );
}
