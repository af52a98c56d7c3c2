import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Toaster } from '#src/components/ui/toaster.tsx';
import { queryClient } from '#src/lib/query-client.ts';
import type { Session } from '#src/lib/session.ts';
import css from './frame.module.css';
import { MemberNav } from './member-nav.tsx';
import { SiteFooter } from './site-footer.tsx';
import { VisitorBar } from './visitor-bar.tsx';

/**
 * What surrounds every screen but the landing page: the left navigation for members, the top navbar for everybody
 * else, the cache, and the place where things are said. The screen keeps its place in the tree, so that it
 * survives signing in and out.
 */
export function Frame({ session: { state, user } }: { session: Session }) {
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
      <Toaster />
    </QueryClientProvider>
  );
}
