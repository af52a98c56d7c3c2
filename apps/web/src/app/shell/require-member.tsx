import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { GridSkeleton } from '#src/components/ui/skeleton.tsx';
import { lazyPart } from '#src/lib/lazy-part.tsx';
import { saveRedirect } from '#src/lib/redirect-to.ts';
import { useSession } from '#src/lib/session.ts';

export const Login = lazyPart(async () => (await import('../routes/account/login.tsx')).Component);
const VisitorTitle = lazyPart(async () => (await import('../routes/member/visitor-title.tsx')).Component);

/**
 * Lets members through. A visitor's path is kept as the target after login and the login screen is shown in its
 * place, with the title itself on top at a `…/media/{id}` address. Who has no plan is sent to choose one, who has
 * not finished the wizard to its last step.
 */
export function RequireMember({
  children,
  whileLoading = <GridSkeleton />,
}: {
  children?: ReactNode;
  /** Shown until the user is known; the screen itself, if it can wait for them. */
  whileLoading?: ReactNode;
}) {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  const { mediaId } = useParams();
  const visitor = state === 'visitor';

  useEffect(() => {
    if (visitor) saveRedirect(pathname + search);
  }, [visitor, pathname, search]);

  switch (state) {
    case 'member':
      return children ?? <Outlet />;
    case 'loading':
      return whileLoading;
    case 'wizard':
      return <Navigate to="/register" replace />;
    case 'plans':
      return <Navigate to="/plans" replace />;
    case 'visitor':
      return (
        <Suspense fallback={null}>
          <Login />
          {mediaId !== undefined && <VisitorTitle />}
        </Suspense>
      );
  }
}
