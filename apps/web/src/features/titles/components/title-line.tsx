import type { MediumCard } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { cx } from '#src/lib/screen/class-names.ts';
import { generatedPoster } from '../art.ts';
import css from './title-line.module.css';
import { useTitleLink } from './title-links.tsx';

/** A title as a line: its poster, its name as a link, and below it what the screen says of it. */
export function TitleLine({
  medium,
  heading: Heading = 'h3',
  size = 'small',
  eager = false,
  children,
}: {
  medium: Pick<MediumCard, 'id' | 'title' | 'poster_url'>;
  heading?: 'h2' | 'h3' | 'p';
  size?: 'small' | 'large';
  eager?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={cx(css.line, size === 'large' && css.large)}>
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} eager={eager} />
      <div className={`stack gap-1 ${css.words}`}>
        <Heading className={css.title}>
          <Link {...useTitleLink(medium.id)} className="title-link">
            {medium.title}
          </Link>
        </Heading>
        {children}
      </div>
    </div>
  );
}
