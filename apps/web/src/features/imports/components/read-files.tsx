import type { Import } from '@marquee/contracts';
import { plural } from '../summary.ts';
import css from './imports.module.css';

const STATES: Record<Import['files'][number]['state'], string> = {
  read: 'Read',
  partly: 'Read in part',
  unread: 'Not read',
};

/** Says of each file what became of it, so that nothing is lost in silence. */
export function ReadFiles({ files, count }: { files: Import['files']; count: number }) {
  const incomplete = files.filter(({ state }) => state !== 'read').length;
  return (
    <details className={css.files}>
      <summary>
        {plural(count, 'file')}
        {incomplete > 0 && `, ${incomplete.toLocaleString('en-US')} not read or read in part`}
      </summary>
      <ul className={css.list}>
        {files.map(({ name, state, reason, entries }) => (
          <li key={name} className={`wrap ${css.row}`}>
            <div className={css.about}>
              <strong>{name}</strong>
              {reason !== null && <span className="soft">{reason}</span>}
            </div>
            <span className="soft">
              {STATES[state]}
              {entries > 0 && `, ${plural(entries, 'entry', 'entries')}`}
            </span>
          </li>
        ))}
      </ul>
      {count > files.length && (
        <p className="soft">
          The first {files.length} of {count.toLocaleString('en-US')} files are shown.
        </p>
      )}
    </details>
  );
}
