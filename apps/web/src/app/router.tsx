import * as paths from '@marquee/contracts/paths';
import { useEffect, useMemo } from 'react';
import { matchRoutes, type RouteObject, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import { loadSession } from '#src/features/account/load-session.ts';
import { onRefusal } from '#src/lib/http/api.ts';
import { endSession } from '#src/lib/session/session.ts';
import { Home } from './home.tsx';
import { RequireValidIds } from './require-valid-ids.tsx';
import { discoverRoutes, memberRoutes } from './routes/member/routes.tsx';
import { ErrorBoundary } from './shell/error-screen.tsx';
import { lazyPart, screen, screensOf } from './shell/lazy-part.tsx';
import { RequireMember } from './shell/require-member.tsx';
import { Root } from './shell/root.tsx';

/** The code of every screen is a chunk. Two small screens may share a chunk. */
const publicRoutes: RouteObject[] = [
  screen(paths.login, () => import('./routes/account/login.tsx')),
  screen(paths.logout, () => import('./routes/account/logout.tsx')),
  screen(paths.register, () => import('./routes/account/register.tsx')),
  screen(paths.forgotPassword, () => import('./routes/account/forgot-password.tsx')),
  screen(paths.forgotPasswordAlias, () => import('./routes/account/forgot-password.tsx')),
  screen(paths.resetPassword, () => import('./routes/account/reset-password.tsx')),
  {
    path: paths.confirmEmail,
    Component: lazyPart(async () => (await import('./routes/account/mailed-links.ts')).ConfirmEmail),
  },
  {
    path: paths.restoreEmail,
    Component: lazyPart(async () => (await import('./routes/account/mailed-links.ts')).RestoreEmail),
  },
  screen(paths.deleteAccount, () => import('./routes/account/delete-account.tsx')),
  screen(paths.confirmDeleteAccount, () => import('./routes/account/confirm-delete-account.tsx')),
  screen(paths.plans, () => import('./routes/plans/plans.tsx')),
  {
    path: paths.checkoutSuccess,
    Component: lazyPart(async () => (await import('./routes/plans/checkout.ts')).CheckoutSuccess),
  },
  {
    path: paths.checkoutCanceled,
    Component: lazyPart(async () => (await import('./routes/plans/checkout.ts')).CheckoutCanceled),
  },
  screen(`${paths.together}/:code?`, () => import('./routes/together/rounds.tsx')),
  screen(paths.sharedPoster, () => import('./routes/public/shared-poster.tsx')),
  screen(paths.getTheApp, () => import('./routes/public/get-the-app.tsx')),
  screen(paths.about, () => import('./routes/public/about.tsx')),
  screen(paths.faq, () => import('./routes/public/faq.tsx')),
  screen(paths.contact, () => import('./routes/public/contact.tsx')),
  screen(paths.privacy, () => import('./routes/public/privacy.tsx')),
  screen(paths.terms, () => import('./routes/public/terms.tsx')),
  screen(paths.deletion, () => import('./routes/public/deletion.tsx')),
];

/** An error in a screen does not remove the frame. */
function Screens() {
  const { key } = useLocation();
  return (
    <ErrorBoundary place={key}>
      <RequireValidIds />
    </ErrorBoundary>
  );
}

/** All routes. The build lists the files of each route. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      {
        Component: Screens,
        children: [
          // `/` and `/discover…` share one element, so that opening a title keeps the page below.
          {
            Component: Home,
            children: [{ index: true, element: null }, ...discoverRoutes],
          },
          { Component: RequireMember, children: memberRoutes },
          ...publicRoutes,
          screen('/*', () => import('./routes/public/not-found.tsx')),
        ],
      },
    ],
  },
];

/**
 * Handles replies with 401, 402 and 403: docs/product.md#session-end. `goHome` is called after the session
 * has ended.
 */
function handleRefusals(goHome: () => void): void {
  onRefusal({
    sessionLost: () => {
      endSession();
      goHome();
    },
    // The reloaded user has no access, so RequireMember redirects to the plans.
    planNeeded: () => void loadSession(),
  });
}

/** Whether the session has ended before the app was drawn. */
let hasEndedEarly = false;

/** Handles refusals until the app is drawn. */
export function handleEarlyRefusals(): void {
  handleRefusals(() => {
    hasEndedEarly = true;
  });
}

/** Opens `/` after 401 and 403, once for each address, because several calls may be refused at the same time. */
function useRefusals(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    let isLeaving = pathname === '/';
    const goHome = () => {
      if (!isLeaving) navigate('/');
      isLeaving = true;
    };
    handleRefusals(goHome);
    if (hasEndedEarly) goHome();
    hasEndedEarly = false;
  }, [navigate, pathname]);
}

/** Returns the routes of an address, from the root to the screen. The array is empty when no route matches. */
export const branchOf = (pathname: string): RouteObject[] =>
  matchRoutes(routes, pathname)?.map(({ route }) => route) ?? [];

/**
 * Loads the code of all screens of an address in parallel, because a child screen otherwise loads after its
 * parent.
 */
function loadScreens(pathname: string): void {
  // The screen whose code cannot be loaded shows the error.
  for (const load of screensOf(branchOf(pathname))) load().catch(() => {});
}

/** The app inside a router. */
export function App() {
  const { key, pathname } = useLocation();
  useRefusals();
  // Starts the loads during the render. React runs an effect only after the suspended screens have loaded.
  useMemo(() => loadScreens(pathname), [pathname]);
  const screens = useRoutes(routes);
  return <ErrorBoundary place={key}>{screens}</ErrorBoundary>;
}
