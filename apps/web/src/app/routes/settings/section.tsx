import { type ReactNode, useId } from 'react';
import { Switch } from '#src/components/ui/switch.tsx';
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

/** A setting that is on or off. */
export function SwitchSetting({
  name,
  children,
  ...rest
}: {
  name: string;
  children: ReactNode;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <Setting
      name={name}
      control={<Switch label={<span className="visually-hidden">{name}</span>} {...rest} />}
    >
      {children}
    </Setting>
  );
}
