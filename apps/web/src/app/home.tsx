import * as paths from '@marquee/contracts/paths';
import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#src/lib/session/session.ts';
import { lazyPart } from './shell/lazy-part.tsx';
import { RequireMember } from './shell/require-member.tsx';

export const Landing = lazyPart(async () => (await import('./routes/public/landing.tsx')).Component);
const Plans = lazyPart(async () => (await import('./routes/plans/plans.tsx')).Component);
export const Discover = lazyPart(async () => (await import('./routes/member/discover.tsx')).Component);

/**
 * Shows the screen of `/` for the state of the session: docs/product.md#routes. `/discover…` is Discover for
 * members and the login for visitors. The wizard has one address, because saving its last step here would render Discover,
 * which writes its filters into the address, before the next step opens.
 */
export function Home() {
  const { state } = useSession();
  const atRoot = useLocation().pathname === '/';
  return (
    <Suspense fallback={null}>
      {!atRoot || state === 'loading' || state === 'member' ? (
        <RequireMember whileLoading={<Discover />}>
          <Discover />
        </RequireMember>
      ) : (
        { visitor: <Landing />, wizard: <Navigate to={paths.register} replace />, plans: <Plans /> }[state]
      )}
    </Suspense>
  );
}
