import * as paths from '@marquee/contracts/paths';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { restoreEmail } from '#src/features/account/visitor-api.ts';
import { endSession } from '#src/lib/session/session.ts';
import { MailedButton } from './mailed-button.tsx';
import { useMailedCode } from './use-mailed-code.ts';

async function restore(code: string): Promise<void> {
  await restoreEmail(code);
  // The server has ended every session, including the session of this browser.
  endSession();
}

/** The page of the link in the mail to the previous address. Its button sends the code. */
export function RestoreEmail() {
  const link = useMailedCode(restore);

  if (link.isDone) {
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
  return (
    <MailedButton
      link={link}
      what="Restore"
      title="Restore your email address"
      heading="Undo the change of your address?"
      lead="Your account goes back to the address that received this email. Every session ends, and the password no longer works until you set a new one with the link that we then send here. If you made the change yourself, close this page."
      button="Restore this address"
      later="Your address could not be restored yet."
      over="It was used already, or it is older than 7 days. If you did not change your address, write to us."
      action={<ButtonLink to={paths.contact}>Contact Us</ButtonLink>}
    />
  );
}
