import * as paths from '@marquee/contracts/paths';
import { useSession } from '#src/lib/session/session.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/**
 * A screen without a connection: its data or its own code could not be loaded. A member is led to the lists that this device
 * has kept, by a link of the browser, since the service worker answers it with the offline page.
 */
export function OfflineState({ onRetry }: { onRetry: () => void }) {
  const { state } = useSession();
  return (
    <EmptyState
      alert
      text="You seem to be offline."
      more={
        <>
          Check your connection, then try again.{' '}
          {state !== 'visitor' && <a href={paths.myLists}>Read your saved lists</a>}
        </>
      }
      action={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
