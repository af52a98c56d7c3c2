import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyPart } from '#src/lib/lazy-part.tsx';
import { tryNativeApp } from '#src/lib/native-app.ts';
import { useSession } from '#src/lib/session.ts';
import { useArrival } from './use-arrival.ts';
import { useRedirectTarget } from './use-redirect-target.ts';

/** What surrounds every screen but the landing page. */
export const Frame = lazyPart(async () => (await import('./frame.tsx')).Frame);

/**
 * The landing page stands alone, without navbar and without the query library; every other screen stands in the
 * frame.
 */
export function Root() {
  const session = useSession();
  const { pathname } = useLocation();
  // Only the address one arrives at: moving on inside the web app means staying in it.
  useEffect(() => tryNativeApp(location.pathname + location.search), []);
  useArrival();
  useRedirectTarget(session.state);

  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {session.state === 'visitor' && pathname === '/' ? (
        <Outlet />
      ) : (
        <Suspense fallback={null}>
          <Frame session={session} />
        </Suspense>
      )}
    </>
  );
}
