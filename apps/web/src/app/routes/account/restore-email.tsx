import * as paths from '@marquee/contracts/paths';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { restoreEmail } from '#src/features/account/visitor-api.ts';
import { isTransient } from '#src/lib/http/errors.ts';
import { endSession } from '#src/lib/session/session.ts';
import { RetryNotice } from './retry-notice.tsx';
import { useMailedCode } from './use-mailed-code.ts';

const TITLE = 'Restore your email address';

async function restore(code: string): Promise<void> {
  await restoreEmail(code);
  // The server has ended every session, including the session of this browser.
  endSession();
}

/** The page of the link in the mail to the previous address. Its button sends the code. */
export function RestoreEmail() {
  const { code, error, isDone, isSending, send } = useMailedCode(restore);

  if (isDone) {
    return (
      <Page
        title="Email address restored"
        heading="Your old address is back"
        lead="Every session has ended, and the old password no longer works. Open the email that we have just sent to this address, and set a new password."
        narrow
      >
        <ButtonLink to={paths.forgotPassword} size="large">
          Send the link again
        </ButtonLink>
      </Page>
    );
  }
  if (isTransient(error)) {
    return (
      <RetryNotice
        title={TITLE}
        text="Your address could not be restored yet."
        error={error}
        onRetry={send}
      />
    );
  }
  if (error || code === null) {
    return (
      <EmptyState
        alert={error !== null}
        title={code === null ? 'Incomplete restore link' : 'Restore link no longer works'}
        text={code === null ? 'This link is incomplete.' : 'This link no longer works.'}
        more={
          code === null
            ? 'Open it again from the email.'
            : 'It was used already, or it is older than 7 days. If you did not change your address, write to us.'
        }
        action={<ButtonLink to={paths.contact}>Contact Us</ButtonLink>}
      />
    );
  }
  return (
    <Page
      title={TITLE}
      heading="Undo the change of your address?"
      lead="Your account goes back to the address that received this email. Every session ends, and the password no longer works until you set a new one with the link that we then send here. If you made the change yourself, close this page."
      narrow
    >
      <Button variant="primary" size="large" wide busy={isSending} onClick={send}>
        Restore this address
      </Button>
    </Page>
  );
}
