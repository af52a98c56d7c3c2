import type { UserMediumGenre } from '@marquee/contracts';
import css from './genres-picker.module.css';

/** All genres as check boxes. `chosen` and `onChange` use ids of `user_medium_genres`. */
export function GenresPicker({
  genres,
  chosen,
  onChange,
}: {
  genres: readonly UserMediumGenre[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: Set<number>) => void;
}) {
  return (
    <fieldset>
      <legend className="visually-hidden">Genres</legend>
      <div className={css.items}>
        {genres.map((genre) => (
          <label key={genre.id} className={css.item}>
            <input
              type="checkbox"
              checked={chosen.has(genre.id)}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.target.checked) next.add(genre.id);
                else next.delete(genre.id);
                onChange(next);
              }}
            />
            {genre.medium_genre.title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
