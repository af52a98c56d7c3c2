import type { Import } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { Link } from 'react-router-dom';
import { formatDate } from '#src/lib/screen/dates.ts';
import { sourceName } from '../sources.ts';
import { stateName } from '../summary.ts';
import css from './imports.module.css';

/** Earlier imports, newest first. */
export function PastImports({ imports }: { imports: readonly Import[] }) {
  if (imports.length === 0) return null;
  return (
    <section className={`stack gap-3 ${css.past}`} aria-labelledby="past-imports">
      <h2 id="past-imports">Your imports</h2>
      <ul className={css.list}>
        {imports.map((each) => (
          <li key={each.id} className={`wrap ${css.row}`}>
            <Link to={screenAddress(paths.oneImport, { importId: each.id })}>
              {sourceName(each.source)}, {formatDate(each.created_at)}
            </Link>
            <span className="soft">{stateName(each)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
