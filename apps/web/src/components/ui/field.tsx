import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#src/lib/class-names.ts';
import css from './field.module.css';

interface FieldLook {
  label: ReactNode;
  /** Keeps the label for screen readers alone. */
  labelHidden?: boolean;
  /** A line under the control; coloured when `hintTone` says whether the value is good. */
  hint?: ReactNode;
  hintTone?: 'good' | 'bad' | undefined;
  /** A full sentence; marks the control invalid and is read with it. */
  error?: string | undefined;
}

function describe({
  hint,
  hintTone,
  error,
  id,
}: Pick<FieldLook, 'hint' | 'hintTone' | 'error'> & { id: string }) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={cx(css.hint, hintTone && css[hintTone])}>
          {hint}
        </p>
      )}
      {/* Always there, so that a screen reader hears an error that appears. */}
      <p id={`${id}-error`} className={css.error} role="alert" hidden={!error}>
        {error}
      </p>
    </>
  );
}

function aria({ hint, error, id }: { hint?: ReactNode; error?: string | undefined; id: string }) {
  const described = cx(hint !== undefined && `${id}-hint`, error && `${id}-error`);
  return { id, 'aria-invalid': Boolean(error), ...(described && { 'aria-describedby': described }) };
}

/** A labelled text input with hint and error. */
export function Field({
  label,
  labelHidden = false,
  hint,
  hintTone,
  error,
  className,
  ...input
}: FieldLook & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={cx(css.field, className)}>
      <label className={labelHidden ? 'visually-hidden' : css.label} htmlFor={id}>
        {label}
      </label>
      <input {...input} {...aria({ hint, error, id })} className={css.control} />
      {describe({ hint, hintTone, error, id })}
    </div>
  );
}

/** The same for text of several lines. */
export function TextField({
  label,
  hint,
  hintTone,
  error,
  className,
  ...input
}: FieldLook & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <div className={cx(css.field, className)}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea {...input} {...aria({ hint, error, id })} className={css.control} />
      {describe({ hint, hintTone, error, id })}
    </div>
  );
}

/** A checkbox with its sentence. `after` is what of the sentence is a control itself; name both in `aria-label` then. */
export function CheckField({
  label,
  after,
  className,
  ...input
}: { label: ReactNode; after?: ReactNode } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={cx(css.check, className)}>
      <input {...input} id={id} type="checkbox" />
      <span>
        <label htmlFor={id}>{label}</label> {after}
      </span>
    </div>
  );
}
