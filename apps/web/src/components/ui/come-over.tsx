import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import css from './come-over.module.css';

/** The way to the import, for people who have rated and watched elsewhere. */
export function ComeOver({ to = paths.imports }: { to?: string }) {
  return (
    <p className={css.line}>
      Coming from Letterboxd, IMDb, Trakt, Netflix…? <Link to={to}>Bring your history.</Link>
    </p>
  );
}
