import type { ReactNode } from 'react';
import css from './switch-list.module.css';

/** Switches below each other, each an item of the list, whose labels stand at the start of the line. */
export function SwitchList({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <>
      {heading && <h3 className={css.heading}>{heading}</h3>}
      <ul className={css.switches}>{children}</ul>
    </>
  );
}
