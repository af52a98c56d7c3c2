import type { MediumCard } from '@marquee/contracts';
import type { DiaryLine } from '@marquee/contracts/diary-lines';
import { episodesInWords } from '@marquee/contracts/in-words';
import * as paths from '@marquee/contracts/paths';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { DayMark } from '#src/components/ui/day-mark.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { StarsShown } from '#src/components/ui/stars.tsx';
import { TitleLine } from '#src/features/titles/components/title-line.tsx';
import { joinFacts, typeInWords } from '#src/features/titles/facts.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { seenInWords } from '#src/features/titles/seen-in-words.ts';
import { formatDay } from '#src/lib/screen/dates.ts';
import css from './diary.module.css';

/** One line of the diary: day, poster, title, stars and tags. Each tag links to the titles with this tag. */
export function DiaryEntry({ line: { medium, day: on, episodes: ofDay } }: { line: DiaryLine<MediumCard> }) {
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
      {on ? <DayMark on={on} below="month" said={formatDay(on)} /> : <span />}
      <TitleLine medium={medium} heading="h2">
        <p className="quiet">
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
          <ul className={`wrap ${css.tags}`} aria-label="Tags">
            {medium.tags.map((tag) => (
              <li key={tag}>
                <Link to={withTag(tag)}>{tag}</Link>
              </li>
            ))}
          </ul>
        )}
      </TitleLine>
      {actions && (
        <span className={`wrap ${css.actions}`}>
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
