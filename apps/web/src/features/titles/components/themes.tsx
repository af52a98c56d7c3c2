import type { Medium } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { Link } from 'react-router-dom';
import { distinctThemes } from '../story.ts';
import css from './themes.module.css';

/** What a title is about, as links to the titles that share it, in the member's order. */
export function Themes({ themes }: Pick<Medium, 'themes'>) {
  const distinct = distinctThemes(themes);
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
