import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { saveRedirect } from '#src/lib/session/redirect-to.ts';

/**
 * The way to the import, for people who have rated and watched elsewhere. A visitor signs up first, and then the import
 * is their redirect target.
 */
export function ComeOver({ visitor = false }: { visitor?: boolean }) {
  return (
    <p className="soft">
      Coming from Letterboxd, IMDb, Trakt, Netflix…?{' '}
      {visitor ? (
        <Link to={paths.register} onClick={() => saveRedirect(paths.imports)}>
          Bring what you rated there.
        </Link>
      ) : (
        <Link to={paths.imports}>Bring what you rated there.</Link>
      )}
    </p>
  );
}
