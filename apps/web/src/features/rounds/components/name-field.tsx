import { Field } from '#src/components/ui/field.tsx';
import { failureOf, fieldError } from '#src/lib/http/errors.ts';

/** The name by which the others know a guest. */
export function NameField({
  error,
  onName,
  ...input
}: {
  value: string;
  /** Of the last try to join. */
  error: unknown;
  autoFocus?: boolean;
  onName: (name: string) => void;
}) {
  return (
    <Field
      {...input}
      label="Your name"
      hint="3 to 16 letters and digits, without spaces"
      error={fieldError(error, 'name') ?? failureOf(error, 'We could not ask the host. Please try again.')}
      autoComplete="nickname"
      onChange={(event) => onName(event.target.value)}
    />
  );
}
