import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { ResendButton } from '#src/features/account/components/resend-button.tsx';
import { getUser } from '#src/features/account/load-session.ts';
import { confirmEmail } from '#src/features/account/visitor-api.ts';
import { refreshLists } from '#src/features/lists/add-to-list.ts';
import { fieldError } from '#src/lib/http/errors.ts';
import { setUser, useSession } from '#src/lib/session/session.ts';
import { readToken } from '#src/lib/session/token.ts';
import { MailedButton } from './mailed-button.tsx';
import { useMailedCode } from './use-mailed-code.ts';

const ANOTHER = 'Log in and choose “Send the link again” in the settings.';

function LoginLink() {
  return (
    <ButtonLink to={paths.login} variant="primary">
      {texts.login}
    </ButtonLink>
  );
}

/** Fetches the user again, because the code may have confirmed the address. On failure the session does not change. */
async function readUserAgain(): Promise<void> {
  if (readToken() === null) return;
  try {
    setUser(await getUser());
  } catch (error) {
    console.error('The user could not be loaded.', error);
  }
}

/**
 * Confirms the address. Then fetches user and lists again, because a confirmed address allows the user to answer open
 * invitations.
 */
async function confirm(code: string): Promise<void> {
  try {
    await confirmEmail(code);
  } finally {
    // Fetch the user after an error too, because an earlier visit may have used the code.
    await readUserAgain();
    refreshLists();
  }
}

/**
 * The page of the confirmation link. Its button sends the code. Who confirms an address lets its invitations be answered by
 * the account that claims it, so the page says what a click means to somebody who has no account.
 */
export function ConfirmEmail() {
  const { user } = useSession();
  const link = useMailedCode(confirm);
  const { error, isDone } = link;
  const isProven = user?.email_verified && user.pending_email === null;

  if (isDone || (error && isProven)) {
    return (
      <Page
        title="Email address confirmed"
        heading="Your address is confirmed"
        lead={user ? `Marquee now sends its emails to ${user.email}.` : 'You can close this page, or log in.'}
        narrow
      >
        {user ? (
          <ButtonLink to="/" variant="primary" size="large">
            Continue
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.login} variant="primary" size="large">
            {texts.login}
          </ButtonLink>
        )}
      </Page>
    );
  }
  const taken = fieldError(error, 'email');
  if (taken) {
    return (
      <EmptyState
        alert
        title="Email address not available"
        text="This address cannot be used."
        more={`${taken}. Enter another address in the settings.`}
        action={user ? <ButtonLink to={paths.settings}>{texts.settings}</ButtonLink> : <LoginLink />}
      />
    );
  }
  return (
    <MailedButton
      link={link}
      what="Confirmation"
      title="Confirm your email address"
      heading="Is this your address?"
      lead="Confirm it, and Marquee sends the emails of your account here. If you have not signed up for Marquee or changed your address, close this page, and nothing happens."
      button="Confirm my address"
      later="Your address could not be confirmed yet."
      incomplete={
        user
          ? 'Open it again from the email.'
          : 'Open it again from the email. Or log in and choose “Send the link again” in the settings.'
      }
      over={`It was used already, or a newer link replaced it, or it is older than 7 days. ${user ? '' : ANOTHER}`}
      action={user ? <ResendButton variant="primary" /> : <LoginLink />}
    />
  );
}
