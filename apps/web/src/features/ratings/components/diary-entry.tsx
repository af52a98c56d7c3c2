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
import { episodesInWords, seenInWords } from '#src/features/titles/seen-in-words.ts';
import { formatDay } from '#src/lib/screen/dates.ts';
import type { DiaryLine } from '../diary-lines.ts';
import css from './diary.module.css';

const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day with a large number over month and year. */
function Day({ on }: { on: string }) {
  const date = new Date(on);
  return (
    <time dateTime={on} className={css.date} title={formatDay(on)}>
      <span className={css.day}>{day.format(date)}</span>
      <span className={css.month}>{month.format(date)}</span>
    </time>
  );
}

/** One line of the diary: day, poster, title, stars and tags. Each tag links to the titles with this tag. */
export function DiaryEntry({ line: { medium, day: on, episodes: ofDay } }: { line: DiaryLine }) {
  const link = useTitleLink(medium.id);
  const actions = useTitleActions();
  const { search } = useLocation();
  // The page of a series says which episodes were seen, and takes them back.
  const episodes = ofDay ?? medium.progress?.seen ?? 0;
  const withTag = (tag: string) => {
    const params = new URLSearchParams(search);
    params.set('tag', tag);
    return { pathname: paths.rating, search: String(params) };
  };
  return (
    <article className={css.entry}>
      {on ? <Day on={on} /> : <span />}
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
        {/* Without a rating, the day of the entry is that of the view. */}
        {episodes > 0 ? (
          <p className={css.seen}>{episodesInWords(episodes)}</p>
        ) : (
          medium.seen && (
            <p className={css.seen}>
              {seenInWords(medium.rating === null ? { ...medium.seen, seen_on: null } : medium.seen)}
            </p>
          )
        )}
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
        <span className={css.actions}>
          {medium.seen && !medium.progress?.seen && (
            <Button
              variant="icon"
              aria-label={`Take back that ${medium.title} is seen`}
              title="Not seen"
              onClick={() => actions.setSeen(medium, null)}
            >
              <Icon name="close" />
            </Button>
          )}
          <Button
            variant="icon"
            aria-label={`${medium.rating === null ? 'Rate' : 'Change the rating of'} ${medium.title}`}
            onClick={({ currentTarget }) => actions.rate(medium, { anchor: currentTarget })}
          >
            <Icon name="star" filled={medium.rating !== null} />
          </Button>
        </span>
      )}
    </article>
  );
}
