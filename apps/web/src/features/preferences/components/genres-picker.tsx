import type { UserMediumGenre } from '@marquee/contracts';
import { withId } from '#src/lib/storage/store.ts';
import css from './genres-picker.module.css';
import picker from './picker.module.css';

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
      <div className="wrap gap-2">
        {genres.map((genre) => (
          <label key={genre.id} className={`${picker.item} ${css.item}`}>
            <input
              type="checkbox"
              checked={chosen.has(genre.id)}
              onChange={(event) => onChange(withId(chosen, genre.id, event.target.checked))}
            />
            {genre.medium_genre.title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
