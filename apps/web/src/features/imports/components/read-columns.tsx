import type { Import, ImportColumnChoice } from '@marquee/contracts';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { plural } from '../summary.ts';
import css from './imports.module.css';

type Column = Import['columns'][number];
type Meaning = ImportColumnChoice['meaning'];

const CHOICES: Record<Meaning, string> = {
  title: 'Title',
  original_title: 'Original title',
  year: 'Year',
  rating: 'My rating',
  seen_on: 'Day I saw it',
  seen: 'Seen, yes or no',
  wish: 'To watch, yes or no',
  id: 'Id of IMDb or TMDB',
  ignored: 'Not used',
};
const choices = (Object.entries(CHOICES) as [Meaning, string][]).map(([value, label]) => ({ value, label }));

/** What a member could have chosen to the same effect, or null where the file was read in a way that is no choice. */
const CHOICE_OF: Record<Column['meaning'], Meaning | null> = {
  imdb_id: 'id',
  tmdb_id: 'id',
  title: 'title',
  original_title: 'original_title',
  year: 'year',
  rating: 'rating',
  watched_at: 'seen_on',
  statement: 'seen',
  wish: 'wish',
  unused: 'ignored',
  type: null,
  rated_at: null,
  tags: null,
  series: null,
  season: null,
  episode: null,
  list: null,
  profile: null,
  public_rating: null,
};

/** How a column was read that no choice describes. */
const AS_READ: Partial<Record<Column['meaning'], string>> = {
  type: 'Movie or series',
  rated_at: 'Day of the rating',
  tags: 'Tags',
  series: 'Series',
  season: 'Season',
  episode: 'Episode',
  list: 'List',
  profile: 'Person',
  public_rating: 'Rating of others, left out',
};

const isTitle = ({ meaning }: Column): boolean => ['title', 'imdb_id', 'tmdb_id', 'series'].includes(meaning);

/** Says how the columns of a table were read, and lets the member say what each means. */
export function ReadColumns({
  columns,
  busy,
  onChange,
}: {
  columns: Import['columns'];
  busy: boolean;
  onChange: (reading: { columns: ImportColumnChoice[] }) => void;
}) {
  /** What the member has said, here and before. Everything else stays as it was read. */
  const [said, setSaid] = useState<ReadonlyMap<string, Meaning>>(
    () =>
      new Map(
        columns.flatMap(({ name, meaning, chosen }) => {
          const choice = CHOICE_OF[meaning];
          return chosen && choice !== null ? [[name, choice]] : [];
        }),
      ),
  );
  const [isChanged, setChanged] = useState(false);
  const choose = (name: string, meaning: Meaning) => {
    setChanged(true);
    setSaid((before) => {
      // A meaning belongs to one column.
      const others = [...before].map(([other, known]): [string, Meaning] =>
        known === meaning && meaning !== 'ignored' ? [other, 'ignored'] : [other, known],
      );
      return new Map([...others, [name, meaning]]);
    });
  };
  const row = ({ name, meaning, question }: Column) => {
    const asRead = CHOICE_OF[meaning] === null ? AS_READ[meaning] : undefined;
    return (
      <li key={`${meaning} ${name}`}>
        <Select
          label={name.replaceAll('_', ' ')}
          disabled={busy}
          choices={[...(asRead ? [{ value: 'as_read' as const, label: asRead }] : []), ...choices]}
          value={said.get(name) ?? CHOICE_OF[meaning] ?? 'as_read'}
          onChange={(value) => value !== 'as_read' && choose(name, value)}
        />
        {question !== null && !said.has(name) && <p className="soft">{question}</p>}
      </li>
    );
  };
  const isShown = ({ meaning, question, chosen }: Column) =>
    meaning !== 'unused' || question !== null || chosen;
  const hasTitles = columns.some(isTitle);
  const shown = hasTitles ? columns.filter(isShown) : columns;
  const hidden = hasTitles ? columns.filter((column) => !isShown(column)) : [];
  return (
    <section className={`stack gap-2 ${css.columns}`} aria-labelledby="import-columns">
      <h3 id="import-columns">Columns of the file</h3>
      <p>
        {hasTitles
          ? 'The columns were read as follows. Change what is wrong before you confirm.'
          : 'No column is known for titles. Choose the one that has them.'}
      </p>
      <ul>{shown.map(row)}</ul>
      {hidden.length > 0 && (
        <details className={css.files}>
          <summary>{plural(hidden.length, 'column is', 'columns are')} not used</summary>
          <ul>{hidden.map(row)}</ul>
        </details>
      )}
      {isChanged && (
        <div>
          <Button
            busy={busy}
            onClick={() => onChange({ columns: [...said].map(([name, meaning]) => ({ name, meaning })) })}
          >
            Read the file again
          </Button>
        </div>
      )}
    </section>
  );
}
