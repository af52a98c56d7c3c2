import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { plainMessageOf } from '#src/lib/http/errors.ts';

/** Shown when the call of a mailed link fails for a temporary reason, because the link may work later. */
export function RetryNotice({
  title,
  text,
  error,
  onRetry,
}: {
  title: string;
  text: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <EmptyState
      alert
      title={title}
      text={text}
      more={plainMessageOf(error)}
      action={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
