import type { FormEvent, ReactNode } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './form.module.css';

/**
 * A form that Enter submits without a page reload. Errors have the texts of the app, not of the browser. `narrow` is for
 * a form on a wide page.
 */
export function Form({
  onSubmit,
  children,
  label,
  narrow = false,
}: {
  onSubmit: () => void;
  children: ReactNode;
  label?: string;
  narrow?: boolean;
}) {
  return (
    <form
      noValidate
      className={cx(css.form, narrow && css.narrow)}
      aria-label={label}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Success and failure of a form. The elements are always mounted, so that screen readers announce new texts. */
export function FormNotice({
  failure,
  success,
}: {
  failure?: string | undefined;
  success?: string | undefined;
}) {
  return (
    <>
      <p role="alert" className={cx(css.notice, css.failure)} hidden={!failure}>
        {failure}
      </p>
      <p role="status" className={cx(css.notice, css.success)} hidden={!success}>
        {success}
      </p>
    </>
  );
}
