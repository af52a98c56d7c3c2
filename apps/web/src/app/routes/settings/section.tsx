import { type ReactNode, useId } from 'react';
import css from './settings.module.css';

/** One section of the options with a heading and its settings. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      <div>{children}</div>
    </section>
  );
}

/** One setting: name, value and the control that changes it. */
export function Setting({
  name,
  children,
  control,
}: {
  name: string;
  children?: ReactNode;
  control: ReactNode;
}) {
  return (
    <div className={css.setting}>
      <div className={css.about}>
        <h3 className={css.name}>{name}</h3>
        {children && <div className={css.state}>{children}</div>}
      </div>
      <div className={css.control}>{control}</div>
    </div>
  );
}
