import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { isTransient, plainMessageOf } from '#src/lib/http/errors.ts';
import type { useMailedCode } from './use-mailed-code.ts';

/** The page of a mailed link until its code has been sent: what its button does, and why the link does not work. */
export function MailedButton({
  link: { code, error, isSending, send },
  what,
  title,
  heading,
  lead,
  button,
  later,
  incomplete = 'Open it again from the email.',
  over,
  action,
}: {
  link: ReturnType<typeof useMailedCode>;
  /** What the link does, as a word: “Confirmation”. */
  what: string;
  title: string;
  heading: string;
  lead: string;
  button: string;
  /** Said when the call failed for a temporary reason. */
  later: string;
  /** Said when the address has no code. */
  incomplete?: string;
  /** Why the code is not valid any more. */
  over: string;
  action: ReactNode;
}) {
  if (isTransient(error))
    return (
      <EmptyState
        alert
        title={title}
        text={later}
        more={plainMessageOf(error)}
        action={
          <Button variant="primary" onClick={send}>
            Try again
          </Button>
        }
      />
    );
  if (error || code === null)
    return (
      <EmptyState
        alert={error !== null}
        title={code === null ? `Incomplete ${what.toLowerCase()} link` : `${what} link no longer works`}
        text={code === null ? 'This link is incomplete.' : 'This link no longer works.'}
        more={code === null ? incomplete : over}
        action={action}
      />
    );
  return (
    <Page title={title} heading={heading} lead={lead} narrow>
      <Button variant="primary" size="large" wide busy={isSending} onClick={send}>
        {button}
      </Button>
    </Page>
  );
}
