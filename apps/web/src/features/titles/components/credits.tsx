import type { Medium } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { Link } from 'react-router-dom';
import css from './credits.module.css';

function Names({ people }: { people: Medium['cast'] }) {
  return (
    <ul className={`wrap ${css.names}`}>
      {people.map(({ person_id: id, name }) => (
        <li key={id}>
          <Link to={screenAddress(paths.person, { personId: id })}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Directors and cast. Each name links to the person's titles. */
export function Credits({ medium }: { medium: Medium }) {
  if (medium.directors.length === 0 && medium.cast.length === 0) return null;
  return (
    <dl className={css.credits}>
      {medium.directors.length > 0 && (
        <>
          <dt className="soft">Directed by</dt>
          <dd>
            <Names people={medium.directors} />
          </dd>
        </>
      )}
      {medium.cast.length > 0 && (
        <>
          <dt className="soft">With</dt>
          <dd>
            <Names people={medium.cast} />
          </dd>
        </>
      )}
    </dl>
  );
}
