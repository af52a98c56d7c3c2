import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { saveRedirect } from '#src/lib/redirect-to.ts';
import { endSession } from '#src/lib/session.ts';
import { useTitle } from '#src/lib/use-title.ts';

/** Signs out on arrival and goes to the landing page. */
export function Component() {
  const navigate = useNavigate();
  useTitle('Logout');
  useEffect(() => {
    saveRedirect(null);
    endSession();
    void navigate('/', { replace: true });
  }, [navigate]);
  return <p role="status">Signing you out</p>;
}
