import { Field } from '#src/components/ui/field.tsx';

/** The name by which the others know a guest. */
export function NameField({
  onName,
  ...input
}: {
  value: string;
  error: string | undefined;
  autoFocus?: boolean;
  onName: (name: string) => void;
}) {
  return (
    <Field
      {...input}
      label="Your name"
      autoComplete="nickname"
      onChange={(event) => onName(event.target.value)}
    />
  );
}
