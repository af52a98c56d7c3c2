import type { Person } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { Link } from 'react-router-dom';
import css from './person-card.module.css';

/** A card for a person among the titles of a search. It is as large as the card of a title. */
export function PersonCard({ person }: { person: Person }) {
  return (
    <Link to={screenAddress(paths.person, { personId: person.id })} className={css.card}>
      {person.image ? (
        <img src={person.image} alt="" width={400} height={400} loading="lazy" className={css.portrait} />
      ) : (
        <span className={css.portrait} />
      )}
      <span className={css.name}>{person.full_name}</span>
      <span className="quiet">Cast &amp; crew</span>
    </Link>
  );
}
