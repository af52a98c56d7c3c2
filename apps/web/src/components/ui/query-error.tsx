import { ApiError } from '@marquee/contracts/client';
import { allFieldErrors, messageOf } from '#src/lib/http/errors.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { OfflineState } from './offline-state.tsx';

/** Shown when a query has failed: the cause in words and Try again. */
export function QueryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const offline = error instanceof ApiError && error.status === 0;
  if (offline) return <OfflineState onRetry={onRetry} />;
  return (
    <EmptyState
      alert
      text="We could not load this."
      more={
        // An old address may have a filter that no longer exists.
        allFieldErrors(error) ?? messageOf(error, 'Something went wrong on our side. Please try again.')
      }
      action={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
