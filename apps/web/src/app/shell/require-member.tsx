import * as paths from '@marquee/contracts/paths';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { GridSkeleton } from '#src/components/ui/skeleton.tsx';
import { saveRedirect } from '#src/lib/session/redirect-to.ts';
import { useSession } from '#src/lib/session/session.ts';
import { lazyPart } from './lazy-part.tsx';

export const Login = lazyPart(async () => (await import('../routes/account/login.tsx')).Component);
const Invited = lazyPart(async () => (await import('../routes/account/invited.tsx')).Invited);
export const VisitorTitle = lazyPart(
  async () => (await import('../routes/member/visitor-title.tsx')).Component,
);

/**
 * Renders the screen for members, or in its place the login for visitors. Other users are redirected to the
 * plans or to the wizard.
 */
export function RequireMember({
  children,
  whileLoading = <GridSkeleton />,
}: {
  children?: ReactNode;
  /** Shown while the user is loading. Discover passes its own screen, which loads the rows at the same time. */
  whileLoading?: ReactNode;
}) {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  const { mediaId } = useParams();
  /** Whether to save the path as redirect target. */
  const isRefused = state === 'visitor' || state === 'plans';
  const [, answer, invitation] = /^\/(accept|reject)_list\/([^/]+)/.exec(pathname) ?? [];

  useEffect(() => {
    // On an invitation page, the query is the step of the sign-up, so only the path is saved.
    if (isRefused) saveRedirect(invitation ? pathname : pathname + search);
  }, [isRefused, invitation, pathname, search]);

  switch (state) {
    case 'member':
      return children ?? <Outlet />;
    case 'loading':
      return whileLoading;
    case 'wizard':
      return <Navigate to={paths.register} replace />;
    case 'plans':
      return <Navigate to={paths.plans} replace />;
    case 'visitor':
      return (
        <Suspense fallback={null}>
          {invitation ? (
            <Invited key={invitation} code={invitation} answer={answer === 'reject' ? 'reject' : 'accept'} />
          ) : (
            <Login />
          )}
          {mediaId !== undefined && <VisitorTitle />}
        </Suspense>
      );
  }
}
