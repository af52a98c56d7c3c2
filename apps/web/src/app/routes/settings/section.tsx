import { type ReactNode, useId } from 'react';
import css from './settings.module.css';

/** One part of the options: its heading in the margin, its entries between hairlines. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      <div className={css.entries}>{children}</div>
    </section>
  );
}

/** One entry: what it is, how it stands, and the control that changes it at the end of the line. */
export function Entry({
  name,
  children,
  control,
}: {
  name: string;
  children?: ReactNode;
  control: ReactNode;
}) {
  return (
    <div className={css.entry}>
      <div className={css.about}>
        <h3 className={css.name}>{name}</h3>
        {children && <div className={css.state}>{children}</div>}
      </div>
      <div className={css.control}>{control}</div>
    </div>
  );
}
