import type { Import } from '@marquee/contracts';
import css from './imports.module.css';

const MEANINGS: Record<Import['columns'][number]['meaning'], string> = {
  imdb_id: 'IMDb id',
  tmdb_id: 'TMDB id',
  title: 'Title',
  original_title: 'Original title',
  year: 'Year',
  type: 'Movie or series',
  rating: 'Rating',
  rated_at: 'Day of the rating',
  watched_at: 'Day watched',
  tags: 'Tags',
  series: 'Series',
  season: 'Season',
  episode: 'Episode',
  statement: 'Seen or for later',
  public_rating: 'Rating of others, left out',
  unused: 'Not used',
};

/** Says how a table of an unknown service was read, so that a member sees a wrong guess before confirming. */
export function ReadColumns({ columns }: { columns: Import['columns'] }) {
  return (
    <section className={css.columns} aria-label="Columns of the file">
      <p>The columns were read as follows. Confirm only if that is right.</p>
      <dl>
        {columns.map(({ name, meaning }) => (
          <div key={`${meaning} ${name}`}>
            <dt>{MEANINGS[meaning]}</dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
