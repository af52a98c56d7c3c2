import type { RatingTotals } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import css from './diary.module.css';

/** Formats an average of 0–10 in stars: `7` → `3.5`. */
const inStars = (average: number): string => (average / 2).toFixed(1);

/** Returns the totals in words, such as `214 ratings, 3.4 stars on average`. */
function totalsInWords({ ratings, average }: RatingTotals): string {
  const count = ratings === 1 ? '1 rating' : `${ratings.toLocaleString('en')} ratings`;
  return average === null ? count : `${count}, ${inStars(average)} stars on average`;
}

/** Ratings by year and by genre. */
export function DiaryTotals({ totals }: { totals: RatingTotals }) {
  return (
    <details className={css.totals}>
      <summary>
        {totalsInWords(totals)}
        <span className={css.hint}> Totals by year and genre</span>
      </summary>
      <div className={css.tables}>
        <table>
          <caption>By year</caption>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col">Ratings</th>
            </tr>
          </thead>
          <tbody>
            {totals.by_year.map(({ year, count }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                <td>{count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>By genre</caption>
          <thead>
            <tr>
              <th scope="col">Genre</th>
              <th scope="col">Ratings</th>
              <th scope="col">Stars on average</th>
            </tr>
          </thead>
          <tbody>
            {totals.by_genre.map(({ id, name, count, average }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={`/discover/rows/genre-${id}`}>{name}</Link>
                </th>
                <td>{count.toLocaleString('en')}</td>
                <td>{inStars(average)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
