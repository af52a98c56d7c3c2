import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { cx } from '#src/lib/screen/class-names.ts';
import { Icon } from './icon.tsx';
import css from './row-link.module.css';

/** The name of a row as a link to all of its titles. */
export function RowLink({ to, children }: { to: To; children: ReactNode }) {
  return (
    <Link to={to} className={cx(css.name, 'title-link')}>
      {children}
      <Icon name="next" size={20} />
    </Link>
  );
}
