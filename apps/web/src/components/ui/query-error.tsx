import { ApiError } from '@marquee/contracts/client';
import { allFieldErrors, messageOf } from '#src/lib/http/errors.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { OfflineState } from './offline-state.tsx';

/** Shown when a query has failed: the cause in words, and Try again unless the address itself is wrong. */
export function QueryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const offline = error instanceof ApiError && error.status === 0;
  const isRefused = error instanceof ApiError && error.status === 422;
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
        !isRefused && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  );
}
