import type { ReactNode } from 'react';
import css from './prose.module.css';

/** Running text with a limited line length. `dated` is shown above the text. */
export function Prose({ dated, children }: { dated?: string; children: ReactNode }) {
  return (
    <div className={css.prose}>
      {dated && <p className="soft">{dated}</p>}
      {children}
    </div>
  );
}
