import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './field.module.css';

interface FieldLook {
  label: ReactNode;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  /** A line under the control. `hintTone` gives the line the color of a valid or an invalid value. */
  hint?: ReactNode;
  hintTone?: 'good' | 'bad' | undefined;
  /** A full sentence that marks the control as invalid. Screen readers read the sentence with the control. */
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
        <p id={`${id}-hint`} className={cx('quiet', hintTone && css[hintTone])}>
          {hint}
        </p>
      )}
      {/* The element is always mounted, so that screen readers announce an error when it appears. */}
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

/** A labeled text input with hint and error. */
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

/** A labeled text area with hint and error. */
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

/**
 * A checkbox with a sentence, in which `after` adds controls. With `after`, name the checkbox by
 * `aria-label`.
 */
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
