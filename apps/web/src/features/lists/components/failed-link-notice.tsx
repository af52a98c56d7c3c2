import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import type { FailedLink } from '../failed-link.ts';

const dead: Record<FailedLink['kind'], { title: string; text: string; more: string }> = {
  invitation: {
    title: 'Invitation no longer open',
    text: 'This invitation is no longer open.',
    more:
      'It was answered or withdrawn, or it belongs to another email address. ' +
      'Ask the person who invited you to send a new one.',
  },
  share: {
    title: 'Link to a list no longer works',
    text: 'This link to a list no longer works.',
    more:
      'The list was deleted, or its link was replaced. ' +
      'Ask the person who sent you the link for a new one.',
  },
};

/** The document title of the page that shows the notice. */
export const titleOfFailed = ({ kind, retry }: FailedLink): string =>
  retry === null ? dead[kind].title : 'List not opened';

/** Explains why a link to a list could not be used, and what to do next. */
export function FailedLinkNotice({ failed, onDismiss }: { failed: FailedLink; onDismiss: () => void }) {
  if (failed.retry !== null) {
    return (
      <EmptyState
        alert
        text="We could not open the list."
        more="Marquee did not answer. Check your connection and try again."
        action={
          <ButtonLink to={failed.retry} variant="primary">
            Try again
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      alert
      text={dead[failed.kind].text}
      more={dead[failed.kind].more}
      action={<Button onClick={onDismiss}>Show my lists</Button>}
    />
  );
}
