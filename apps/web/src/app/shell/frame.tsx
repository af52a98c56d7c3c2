import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Toaster } from '#src/components/ui/toaster.tsx';
import { queryClient } from '#src/lib/http/query-client.ts';
import type { Session } from '#src/lib/session/session.ts';
import css from './frame.module.css';
import { MemberNav } from './member-nav.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useRedirectTarget } from './use-redirect-target.ts';
import { VisitorBar } from './visitor-bar.tsx';

/**
 * The frame of every screen but the landing page: navigation, query cache and toast. The screen keeps its place in the
 * React tree, so that it keeps its state on login and logout.
 */
export function Frame({ session: { state, user } }: { session: Session }) {
  useRedirectTarget(state);
  const inside = state === 'member' || state === 'loading';
  return (
    <QueryClientProvider client={queryClient}>
      <div className={inside ? css.inside : css.outside}>
        {inside ? <MemberNav user={user} /> : <VisitorBar signedIn={state !== 'visitor'} />}
        <main id="content" tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
        {!inside && <SiteFooter />}
      </div>
      <Toaster beside={inside} />
    </QueryClientProvider>
  );
}
