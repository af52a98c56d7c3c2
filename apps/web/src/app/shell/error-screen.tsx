import { Component, type ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { OfflineState } from '#src/components/ui/offline-state.tsx';
import { messageOf } from '#src/lib/http/errors.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { renewFailedParts } from './lazy-part.tsx';

/** Returns whether a chunk is missing, because the network is down or a newer build has replaced the chunk. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

function ErrorScreen({ error }: { error: unknown }) {
  const isOffline = isMissingChunk(error) && !navigator.onLine;
  useTitle(isOffline ? 'Offline' : 'Something went wrong');
  if (isOffline) return <OfflineState onRetry={() => location.reload()} />;
  const text = isMissingChunk(error)
    ? 'We could not load this page.'
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

interface Props {
  children: ReactNode;
  /** The key of the location. The boundary renders its children again when the key changes. */
  place: string;
}

interface State {
  place: string;
  failure: { error: unknown } | null;
}

/** Shows the error screen in place of children that throw. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failure: null };

  static getDerivedStateFromError(error: unknown): Pick<State, 'failure'> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, failure: null };
  }

  override componentDidCatch(): void {
    renewFailedParts();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <ErrorScreen error={failure.error} /> : this.props.children;
  }
}
