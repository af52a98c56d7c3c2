import { type ReactNode, useId } from 'react';
import css from './section.module.css';

/** A part of a page under its heading, which names it. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  /** Content at the end of the heading's line, such as a link to all of it. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={`wrap ${css.head}`}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
