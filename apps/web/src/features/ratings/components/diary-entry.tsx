import type { MediumCard } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
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
import { useSession } from '#src/lib/session/session.ts';
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

/** The day of a rating, or of a view without one. Null where it is unknown. */
function dayOfEntry({ rated_at, rated_on, seen, progress }: MediumCard, timeZone: string): string | null {
  const seenOn = progress?.last_seen_on ?? seen?.seen_on ?? null;
  return rated_on ?? (rated_at ? dayIn(timeZone, new Date(rated_at)) : seenOn);
}

/** One title of the diary: day, poster, title, stars and tags. Each tag links to the titles with this tag. */
export function DiaryEntry({ medium }: { medium: MediumCard }) {
  const link = useTitleLink(medium.id);
  const actions = useTitleActions();
  const { user } = useSession();
  const on = dayOfEntry(medium, user?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { search } = useLocation();
  // The page of a series says which episodes were seen, and takes them back.
  const episodes = medium.progress?.seen ?? 0;
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
          {medium.seen && episodes === 0 && (
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
