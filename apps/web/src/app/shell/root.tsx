import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#src/lib/session/session.ts';
import { lazyPart } from './lazy-part.tsx';
import { tryNativeApp } from './native-app.ts';
import { useArrival } from './use-arrival.ts';

/** The frame of every screen except the landing page. */
export const Frame = lazyPart(async () => (await import('./frame.tsx')).Frame);

/** The landing page has no frame and no query library. Every other screen is in the frame. */
export function Root() {
  const session = useSession();
  const { pathname } = useLocation();
  // Only the first address of a visit opens the native app. Later navigation stays in the web app.
  useEffect(() => tryNativeApp(location.pathname + location.search), []);
  useArrival();

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
