import type { ImportTitle } from '@marquee/contracts';
import { Select } from '#src/components/ui/select.tsx';
import { formatDate } from '#src/lib/screen/dates.ts';
import type { Choices } from '../api/change-import.ts';
import css from './imports.module.css';

const named = (title: string, year: number | null): string => (year === null ? title : `${title} (${year})`);
const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;
const stars = (rating: number): string => `${rating / 2} of 5 stars`;
/**
 * Formats a date of the file at noon local time. A date without a time would mean midnight UTC, which is the
 * day before in America.
 */
const day = (date: string): string => formatDate(`${date}T12:00:00`);

/** Returns the facts of the file about a title. */
function facts({ rating, rating_change, current_rating, seen_on, lists, tags, hidden }: ImportTitle): string {
  const kept = rating_change === 'kept' && current_rating !== null && current_rating !== rating;
  return [
    rating !== null && `Rated ${stars(rating)}`,
    rating_change === 'changed' &&
      current_rating !== null &&
      `replaces your rating of ${stars(current_rating)}`,
    kept && `your later rating of ${stars(current_rating)} stays`,
    seen_on !== null && `Seen on ${day(seen_on)}`,
    lists.length > 0 && `On ${lists.join(', ')}`,
    tags.length > 0 && `Tags: ${tags.join(', ')}`,
    hidden && 'Hidden',
  ]
    .filter(Boolean)
    .join(' · ');
}

function MatchOf({
  title,
  choice,
  onChoose,
}: {
  title: ImportTitle;
  choice: number | null | undefined;
  onChoose: ((mediumId: number | null) => void) | undefined;
}) {
  const { medium, choices } = title;
  if (choices.length > 0 && medium === null && onChoose) {
    return (
      <Select
        label={`Match for ${named(title.title, title.year)}`}
        labelHidden
        choices={[
          { value: '', label: 'Do not import' },
          ...choices.map((each) => ({
            value: String(each.medium_id),
            label: `${named(each.title, each.release_year)}, ${each.type}, ${percent(each.confidence)}`,
          })),
        ]}
        value={choice ? String(choice) : ''}
        onChange={(value) => onChoose(value === '' ? null : Number(value))}
      />
    );
  }
  if (medium === null) return <span className={css.soft}>Not in our catalogue</span>;
  const isSame = medium.title === title.title && medium.release_year === title.year;
  return (
    <span className={css.soft}>
      {!isSame && `${named(medium.title, medium.release_year)} · `}
      {percent(medium.confidence)} sure
    </span>
  );
}

/** The titles of a file, each with its facts and its match. */
export function TitleList({
  titles,
  choices,
  onChoose,
}: {
  titles: readonly ImportTitle[];
  choices: Choices;
  /** Called with the chosen match. The function is undefined when a match can no longer be chosen. */
  onChoose?: ((title: number, mediumId: number | null) => void) | undefined;
}) {
  return (
    <ul className={css.list}>
      {titles.map((title) => (
        <li key={title.id} className={css.row}>
          <div className={css.about}>
            <strong>{named(title.title, title.year)}</strong>
            <span className={css.soft}>{facts(title)}</span>
          </div>
          <MatchOf
            title={title}
            choice={choices[title.id]}
            onChoose={onChoose && ((mediumId) => onChoose(title.id, mediumId))}
          />
        </li>
      ))}
    </ul>
  );
}
