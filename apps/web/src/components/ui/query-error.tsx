import { ApiError } from '@marquee/contracts/client';
import { messageOf } from '#src/lib/http/errors.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Shown when a query has failed: the cause in words and Try again. */
export function QueryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const offline = error instanceof ApiError && error.status === 0;
  return (
    <EmptyState
      alert
      text={offline ? 'You seem to be offline.' : 'We could not load this.'}
      more={
        offline
          ? 'Check your connection, then try again.'
          : messageOf(error, 'Something went wrong on our side. Please try again.')
      }
      action={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
