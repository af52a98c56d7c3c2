import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { saveRedirect } from '#src/lib/session/redirect-to.ts';
import { endSession } from '#src/lib/session/session.ts';

/** Ends the session and goes to the landing page. */
export function Component() {
  const navigate = useNavigate();
  const { state } = useLocation();
  useTitle('Logout');
  useEffect(() => {
    saveRedirect(null);
    endSession();
    // The state tells the landing page that the account was deleted.
    void navigate('/', { replace: true, state });
  }, [navigate, state]);
  return <p role="status">Signing you out</p>;
}
