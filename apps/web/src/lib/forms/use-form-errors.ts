import { useState } from 'react';
import { allFieldErrors, fieldError, messageOf } from '#src/lib/http/errors.ts';

type Problems<F extends string> = Partial<Record<F, string | undefined>>;

/**
 * Returns the errors of a form: problems found before sending, and the error of the last save. `fallback` is
 * the text when the server sends no sentence.
 */
export function useFormErrors<F extends string = never>(
  error: unknown,
  fallback: string,
  /** The fields that show their own error. */
  fields: readonly F[] = [],
) {
  const [problems, setProblems] = useState<Problems<F>>({});
  const isShown = fields.some((field) => fieldError(error, field) !== undefined);
  return {
    /** Sets the problems of the fields. Returns whether there are no problems. */
    check: (found: Problems<F>): boolean => {
      setProblems(found);
      return Object.values(found).every((problem) => problem === undefined);
    },
    /** The error to show beside a field. */
    errorOf: (field: F): string | undefined => problems[field] ?? fieldError(error, field),
    /** The text for the notice: every error that no field shows. */
    failure: error && !isShown ? (allFieldErrors(error) ?? messageOf(error, fallback)) : undefined,
  };
}
