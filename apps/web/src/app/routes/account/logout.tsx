import * as texts from '@marquee/contracts/texts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { signOut } from '#src/features/account/api.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { saveRedirect } from '#src/lib/session/redirect-to.ts';
import { endSession, readSession } from '#src/lib/session/session.ts';

/** Longest wait for the server. A server that does not answer must not keep the user signed in. */
const PATIENCE_MS = 3_000;

async function endToken(): Promise<void> {
  const ended = signOut().catch((error: unknown) =>
    console.error('The session could not be ended at the server.', error),
  );
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Ends the session on the server and in the browser, and opens the landing page. */
export function Component() {
  const navigate = useNavigate();
  const { state } = useLocation();
  useTitle(texts.logout);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const leave = () => {
      saveRedirect(null);
      endSession();
      // With this state the landing page confirms the deletion of an account.
      void navigate('/', { replace: true, state });
    };
    // After a deletion and after "Sign out everywhere" the token is no longer valid.
    const hasEnded =
      readSession().state === 'visitor' || state?.accountDeleted === true || state?.tokenEnded === true;
    if (hasEnded) leave();
    else void endToken().then(leave);
  }, [navigate, state]);
  return <p role="status">Logging you out</p>;
}
