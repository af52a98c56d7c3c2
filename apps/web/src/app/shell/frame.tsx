import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { GridSkeleton } from '#src/components/ui/skeleton.tsx';
import { Toaster } from '#src/components/ui/toaster.tsx';
import { queryClient } from '#src/lib/http/query-client.ts';
import { readSession, type Session } from '#src/lib/session/session.ts';
import css from './frame.module.css';
import { MemberNav } from './member-nav.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useRedirectTarget } from './use-redirect-target.ts';
import { VisitorBar } from './visitor-bar.tsx';

/** Delay in ms before a member's lists are saved for offline use, so that the first screen loads first. */
const OFFLINE_AFTER_MS = 3_000;

const isInside = (state: Session['state']): boolean => state === 'member' || state === 'loading';

/**
 * Saves a member's lists for offline use, and keeps pushes coming to this browser. Does nothing under the development server,
 * which has no service worker.
 */
function useServiceWorker(isMember: boolean): void {
  useEffect(() => {
    if (!isMember || !import.meta.env.PROD) return;
    let hasEnded = false;
    const timer = setTimeout(async () => {
      try {
        const { startOffline } = await import('#src/features/offline/start.ts');
        if (hasEnded) return;
        startOffline();
        const { keepSubscribed } = await import('#src/features/push/subscribe.ts');
        const { user } = readSession();
        if (user && !hasEnded) await keepSubscribed(user);
      } catch (error) {
        console.error('The page works without the service worker until it is reloaded.', error);
      }
    }, OFFLINE_AFTER_MS);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [isMember]);
}

/**
 * Moves the focus from a prerendered link to the rendered link with the same address. The first render
 * replaces the prerendered navigation.
 */
function useKeptFocus(): void {
  const [href] = useState(() => document.querySelector('#root a:focus')?.getAttribute('href'));
  useLayoutEffect(() => {
    if (href) document.querySelector<HTMLElement>(`#root a[href="${href}"]`)?.focus();
  }, [href]);
}

/**
 * Navigation and screen. The build renders only the navigation, for the first paint
 * (docs/architecture.md#first-paint).
 */
export function Layout({ session: { state, user }, children }: { session: Session; children?: ReactNode }) {
  const inside = isInside(state);
  return (
    <div className={inside ? css.inside : css.outside}>
      {inside ? <MemberNav user={user} /> : <VisitorBar signedIn={state !== 'visitor'} />}
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {!inside && <SiteFooter />}
    </div>
  );
}

/**
 * The frame of every screen but the landing page: navigation, query cache and toast. The screen keeps its
 * place in the React tree, so that login and logout keep the state of the screen.
 */
export function Frame({ session }: { session: Session }) {
  useRedirectTarget(session.state);
  useServiceWorker(session.state === 'member');
  useKeptFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <Layout session={session}>
        {/* The navigation stays while a screen loads, for example after a login on the address of the screen. */}
        <Suspense fallback={<GridSkeleton />}>
          <Outlet />
        </Suspense>
      </Layout>
      <Toaster beside={isInside(session.state)} />
    </QueryClientProvider>
  );
}
