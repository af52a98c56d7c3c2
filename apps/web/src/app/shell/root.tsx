import { lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Toaster } from '#src/components/ui/toaster.tsx';
import { useSession } from '#src/lib/session.ts';
import { useArrival } from './use-arrival.ts';
import { useRedirectTarget } from './use-redirect-target.ts';
import { VisitorShell } from './visitor-shell.tsx';

const MemberShell = lazy(async () => ({ default: (await import('./member-shell.tsx')).MemberShell }));

/**
 * What surrounds every screen: the app shell with its left navigation for members, the top navbar for everybody
 * else, none at all on the landing page, which brings its own.
 */
export function Root() {
  const { state, user } = useSession();
  const { pathname } = useLocation();
  useArrival();
  useRedirectTarget(state);

  const inShell = state === 'member' || state === 'loading';
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {inShell ? (
        <Suspense fallback={null}>
          <MemberShell user={user}>
            <Outlet />
          </MemberShell>
        </Suspense>
      ) : (
        <VisitorShell bare={state === 'visitor' && pathname === '/'} signedIn={state !== 'visitor'}>
          <Outlet />
        </VisitorShell>
      )}
      <Toaster />
    </>
  );
}
