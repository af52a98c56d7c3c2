import type { Medium } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { Link } from 'react-router-dom';
import css from './themes.module.css';

/** A label without its article: a theme and a setting can have the same, as "prison" and "a prison". */
const bare = (label: string): string => label.replace(/^(an?|the) /, '');

/** What a title is about, as links to the titles that share it, in the member's order. */
export function Themes({ themes }: Pick<Medium, 'themes'>) {
  const distinct = themes.filter(
    ({ label }, at) => themes.findIndex((other) => bare(other.label) === bare(label)) === at,
  );
  if (distinct.length === 0) return null;
  return (
    <ul className={css.themes} aria-label="Themes">
      {distinct.map(({ slug, label }) => (
        <li key={slug}>
          <Link to={`${screenAddress(paths.row, { rowId: 'recommended' })}?theme=${slug}`}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
