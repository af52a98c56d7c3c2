import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';

/** A button that turns into its question at the first press, and does what it says at the second. */
export function AskButton({
  label,
  subject,
  question,
  busy,
  onConfirm,
}: {
  label: string;
  /** What the action is about, for those who cannot see where the button stands. */
  subject?: string;
  question: string;
  busy: boolean;
  onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Button
      variant="plain"
      busy={busy}
      aria-label={isAsking || !subject ? undefined : `${label} ${subject}`}
      onBlur={() => setAsking(false)}
      onClick={() => (isAsking ? onConfirm() : setAsking(true))}
    >
      {isAsking ? question : label}
    </Button>
  );
}
