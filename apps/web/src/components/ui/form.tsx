import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { adoptFilledFields } from '#src/lib/forms/filled-fields.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './form.module.css';

/**
 * A form that Enter submits without a page reload. Errors have the texts of the app, not of the browser. `narrow` is for
 * a form on a wide page.
 *
 * Password managers fill in fields without events, so the form tells React of such values before the button is reached and
 * before it is sent. Some call `form.submit()`, which asks no script: the method keeps the values out of the address, and
 * the server then shows the page again (`http/static-web.ts` of the API).
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
  const latest = useRef(onSubmit);
  useLayoutEffect(() => {
    latest.current = onSubmit;
  });
  const adopt = ({ currentTarget }: { currentTarget: HTMLFormElement }) => adoptFilledFields(currentTarget);
  return (
    <form
      noValidate
      method="post"
      className={cx(css.form, narrow && css.narrow)}
      aria-label={label}
      onFocus={adopt}
      onPointerOver={adopt}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        flushSync(() => adoptFilledFields(form));
        latest.current();
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
