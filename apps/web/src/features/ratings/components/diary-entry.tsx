import type { MediumCard } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { StarsShown } from '#src/components/ui/stars.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { joinFacts, typeInWords } from '#src/features/titles/facts.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import css from './diary.module.css';

const day = new Intl.DateTimeFormat('en-US', { day: 'numeric' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });

/** The date of a rating, with a large day over month and year. */
function Day({ iso }: { iso: string }) {
  const date = new Date(iso);
  return (
    <time dateTime={iso} className={css.date} title={formatDate(iso)}>
      <span className={css.day}>{day.format(date)}</span>
      <span className={css.month}>{month.format(date)}</span>
    </time>
  );
}

/** One rating of the diary: day, poster, title, stars and tags. Each tag links to the titles with this tag. */
export function DiaryEntry({ medium }: { medium: MediumCard }) {
  const link = useTitleLink(medium.id);
  const actions = useTitleActions();
  const { search } = useLocation();
  const withTag = (tag: string) => {
    const params = new URLSearchParams(search);
    params.set('tag', tag);
    return { pathname: paths.rating, search: String(params) };
  };
  return (
    <article className={css.entry}>
      {medium.rated_at ? <Day iso={medium.rated_at} /> : <span />}
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} className={css.poster} />
      <div className={css.what}>
        <h2 className={css.title}>
          <Link {...link}>{medium.title}</Link>
        </h2>
        <p className={css.facts}>
          {joinFacts([
            medium.release_year === null ? '' : String(medium.release_year),
            typeInWords(medium.type),
          ])}
        </p>
        {medium.rating !== null && <StarsShown rating={medium.rating} />}
        {medium.tags && medium.tags.length > 0 && (
          <ul className={css.tags} aria-label="Tags">
            {medium.tags.map((tag) => (
              <li key={tag}>
                <Link to={withTag(tag)}>{tag}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {actions && (
        <Button
          variant="icon"
          aria-label={`Change the rating of ${medium.title}`}
          onClick={({ currentTarget }) => actions.rate(medium, { anchor: currentTarget })}
        >
          <Icon name="star" filled={medium.rating !== null} />
        </Button>
      )}
    </article>
  );
}
