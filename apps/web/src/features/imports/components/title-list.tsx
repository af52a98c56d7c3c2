import type { ImportTitle } from '@marquee/contracts';
import { Choice } from '#src/components/ui/choice.tsx';
import { formatDate } from '#src/lib/screen/dates.ts';
import type { Choices } from '../api.ts';
import { plural } from '../summary.ts';
import css from './imports.module.css';

const named = (title: string, year: number | null): string => (year === null ? title : `${title} (${year})`);
const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;
const stars = (rating: number): string => `${rating / 2} of 5 stars`;
/**
 * Formats a date of the file at noon local time. A date without a time would mean midnight UTC, which is the
 * day before in America.
 */
const day = (date: string): string => formatDate(`${date}T12:00:00`);

const episodeName = ({ season, episode, name }: ImportTitle['unfit_episodes'][number]): string =>
  name ?? `season ${season}, episode ${episode}`;

/** Returns the facts of the file about a title. */
function facts(title: ImportTitle): string {
  const { rating, rating_change, current_rating, seen_on, lists, tags, hidden, episodes } = title;
  const kept = rating_change === 'kept' && current_rating !== null && current_rating !== rating;
  return [
    rating !== null && `Rated ${stars(rating)}`,
    rating_change === 'changed' &&
      current_rating !== null &&
      `replaces your rating of ${stars(current_rating)}`,
    kept && `your later rating of ${stars(current_rating)} stays`,
    episodes > 0 && plural(episodes, 'episode'),
    seen_on !== null && `Seen on ${day(seen_on)}`,
    lists.length > 0 && `On ${lists.join(', ')}`,
    tags.length > 0 && `Tags: ${tags.join(', ')}`,
    hidden && 'Hidden',
    title.unfit_episodes.length > 0 &&
      `not in our catalogue: ${title.unfit_episodes.map(episodeName).join(', ')}`,
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
      <Choice
        label={`Match for ${named(title.title, title.year)}`}
        columns={1}
        choices={[
          ...choices.map((each) => ({
            value: each.medium_id,
            label: `${named(each.title, each.release_year)}, ${each.type}, ${percent(each.confidence)}`,
          })),
          { value: 0, label: 'Do not import' },
        ]}
        value={choice ?? 0}
        onChange={(value) => onChoose(value || null)}
      />
    );
  }
  if (medium === null) return <span className="soft">Not in our catalogue</span>;
  const isSame = medium.title === title.title && medium.release_year === title.year;
  if (isSame) return null;
  return (
    <span className="soft">
      {named(medium.title, medium.release_year)} · {percent(medium.confidence)} sure
    </span>
  );
}

/** Groups the names that a file has for one title, for example those of its episodes. Other titles stay alone. */
function byTitle(titles: readonly ImportTitle[]): [ImportTitle, ...ImportTitle[]][] {
  const groups = new Map<string, [ImportTitle, ...ImportTitle[]]>();
  for (const title of titles) {
    const key = title.medium ? `medium ${title.medium.medium_id}` : `title ${title.id}`;
    const known = groups.get(key);
    if (known) known.push(title);
    else groups.set(key, [title]);
  }
  return [...groups.values()];
}

/** Returns the facts of the first name, and of each other name that says more than a view. */
function factsOf([first, ...others]: [ImportTitle, ...ImportTitle[]]): string[] {
  const saying = others.filter(
    ({ rating, lists, tags, hidden }) => rating !== null || lists.length + tags.length > 0 || hidden,
  );
  return [...new Set([first, ...saying].map(facts))].filter((line) => line !== '');
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
      {byTitle(titles).map(([title, ...others]) => (
        <li key={title.id} className={`wrap ${css.row}`}>
          <div className={css.about}>
            <strong>{named(title.title, title.year)}</strong>
            {others.length > 0 && (
              <span className="soft">
                and {plural(others.length, 'other name', 'other names')} in the file
              </span>
            )}
            {factsOf([title, ...others]).map((line) => (
              <span key={line} className="soft">
                {line}
              </span>
            ))}
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
