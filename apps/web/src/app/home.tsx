import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#src/lib/session/session.ts';
import { lazyPart } from './shell/lazy-part.tsx';
import { RequireMember } from './shell/require-member.tsx';

export const Landing = lazyPart(async () => (await import('./routes/public/landing.tsx')).Component);
const Register = lazyPart(async () => (await import('./routes/account/register.tsx')).Component);
const Plans = lazyPart(async () => (await import('./routes/plans/plans.tsx')).Component);
export const Discover = lazyPart(async () => (await import('./routes/member/discover.tsx')).Component);

/**
 * Shows the screen of `/` for the state of the session: docs/product.md#routes. `/discover…` is Discover for
 * members and the login for visitors.
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
        { visitor: <Landing />, wizard: <Register />, plans: <Plans /> }[state]
      )}
    </Suspense>
  );
}
