import { ApiError } from '@marquee/contracts/client';
import { allFieldErrors, messageOf } from '#src/lib/http/errors.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { OfflineState } from './offline-state.tsx';

interface Failed {
  of: { error: unknown; refetch: () => Promise<unknown> };
}

/** In place of a part that could not be loaded, while the rest of the page is there. */
export function PartError({ text, of }: Failed & { text: string }) {
  return (
    <p role="alert">
      {text}{' '}
      <Button variant="plain" onClick={() => void of.refetch()}>
        Try again
      </Button>
    </p>
  );
}

/** Shown when a query has failed: the cause in words, and Try again unless the address itself is wrong. */
export function QueryError({ of: { error, refetch } }: Failed) {
  const offline = error instanceof ApiError && error.status === 0;
  const isRefused = error instanceof ApiError && error.status === 422;
  const retry = () => void refetch();
  if (offline) return <OfflineState onRetry={retry} />;
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
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        )
      }
    />
  );
}
