import type { TastePoster } from '@marquee/contracts';
import { posterHeading, posterInWords } from '@marquee/contracts/poster-words';
import type { ReactNode } from 'react';
import css from './poster.module.css';

/** The picture of a taste, beside what can be done with it. */
export function Poster({ poster, src, children }: { poster: TastePoster; src: string; children: ReactNode }) {
  return (
    <div className={`wrap ${css.poster}`}>
      <img
        src={src}
        alt={`${posterHeading(poster)}. ${posterInWords(poster)}`}
        width={1080}
        height={poster.of_year === null ? 1350 : 1920}
      />
      <div className={`stack gap-5 ${css.beside}`}>{children}</div>
    </div>
  );
}
