import * as paths from '@marquee/contracts/paths';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { loadSession } from '#src/features/account/load-session.ts';
import { onRefusal } from '#src/lib/http/api.ts';
import { endSession } from '#src/lib/session/session.ts';
import { Home } from './home.tsx';
import { RequireValidIds } from './require-valid-ids.tsx';
import { discoverRoutes, memberRoutes } from './routes/member/routes.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { RequireMember } from './shell/require-member.tsx';
import { Root } from './shell/root.tsx';

/** Every screen is a chunk. A screen module exports `Component`; two small screens may share a chunk. */
const publicRoutes: RouteObject[] = [
  { path: paths.login, lazy: () => import('./routes/account/login.tsx') },
  { path: paths.logout, lazy: () => import('./routes/account/logout.tsx') },
  { path: paths.register, lazy: () => import('./routes/account/register.tsx') },
  { path: paths.forgotPassword, lazy: () => import('./routes/account/forgot-password.tsx') },
  { path: paths.forgotPasswordAlias, lazy: () => import('./routes/account/forgot-password.tsx') },
  { path: paths.resetPassword, lazy: () => import('./routes/account/reset-password.tsx') },
  {
    path: paths.confirmEmail,
    lazy: async () => ({ Component: (await import('./routes/account/mailed-links.ts')).ConfirmEmail }),
  },
  {
    path: paths.restoreEmail,
    lazy: async () => ({ Component: (await import('./routes/account/mailed-links.ts')).RestoreEmail }),
  },
  { path: paths.deleteAccount, lazy: () => import('./routes/account/delete-account.tsx') },
  { path: paths.confirmDeleteAccount, lazy: () => import('./routes/account/confirm-delete-account.tsx') },
  { path: paths.plans, lazy: () => import('./routes/plans/plans.tsx') },
  {
    path: paths.checkoutSuccess,
    lazy: async () => ({ Component: (await import('./routes/plans/checkout.ts')).CheckoutSuccess }),
  },
  {
    path: paths.checkoutCanceled,
    lazy: async () => ({ Component: (await import('./routes/plans/checkout.ts')).CheckoutCanceled }),
  },
  { path: paths.getTheApp, lazy: () => import('./routes/public/get-the-app.tsx') },
  { path: paths.about, lazy: () => import('./routes/public/about.tsx') },
  { path: paths.faq, lazy: () => import('./routes/public/faq.tsx') },
  { path: paths.contact, lazy: () => import('./routes/public/contact.tsx') },
  { path: paths.privacy, lazy: () => import('./routes/public/privacy.tsx') },
  { path: paths.terms, lazy: () => import('./routes/public/terms.tsx') },
  { path: paths.deletion, lazy: () => import('./routes/public/deletion.tsx') },
];

/** All routes. Exported for tests, which use a memory router. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [
      {
        // An error in a screen does not remove the frame.
        ErrorBoundary: ErrorScreen,
        Component: RequireValidIds,
        children: [
          // `/` and `/discover…` share one element, so that opening a title keeps the page below.
          {
            Component: Home,
            children: [{ index: true, element: null }, ...discoverRoutes],
          },
          { Component: RequireMember, children: memberRoutes },
          ...publicRoutes,
          { path: '/*', lazy: () => import('./routes/public/not-found.tsx') },
        ],
      },
    ],
  },
];

/** Handles 401, 402 and 403 on this router: docs/product.md#session-end. */
export function handleRefusals(router: ReturnType<typeof createBrowserRouter>): void {
  onRefusal({
    sessionLost: () => {
      endSession();
      if (router.state.location.pathname !== '/') void router.navigate('/');
    },
    // The reloaded user has no access, so RequireMember redirects to the plans.
    planNeeded: () => void loadSession(),
  });
}

export function createRouter() {
  const router = createBrowserRouter(routes);
  handleRefusals(router);
  return router;
}
