import { Link } from 'react-router-dom';
import css from './name-mark.module.css';

/** The logo, a link to `/`. */
export function NameMark() {
  return (
    <Link to="/" className={css.mark} aria-label="Marquee, home">
      Marquee
      <span className={css.bulbs} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </Link>
  );
}
