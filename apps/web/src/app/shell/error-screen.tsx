import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { messageOf } from '#src/lib/http/errors.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';

/** Returns whether a chunk could not be loaded, because the network is down or a newer build has replaced it. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** Shown when a screen throws. The frame around it stays. */
export function ErrorScreen() {
  const error = useRouteError();
  useTitle('Something went wrong');
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const text = notFound
    ? 'This page does not exist.'
    : isMissingChunk(error)
      ? 'This page could not be loaded.'
      : 'An error on our side stopped this page.';
  return (
    <EmptyState
      alert
      text={text}
      more={messageOf(error, 'Reloading usually helps. If it does not, tell us through Contact Us.')}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    />
  );
}
