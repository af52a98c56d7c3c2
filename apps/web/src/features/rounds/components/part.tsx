import { type ReactNode, useId } from 'react';
import css from './round.module.css';

/** A part of the screen of a round, named by its heading. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
