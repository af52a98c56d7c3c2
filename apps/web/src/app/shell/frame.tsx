import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Toaster } from '#src/components/ui/toaster.tsx';
import { queryClient } from '#src/lib/query-client.ts';
import type { Session } from '#src/lib/session.ts';
import { MemberShell } from './member-shell.tsx';
import { VisitorShell } from './visitor-shell.tsx';

/**
 * What surrounds every screen but the landing page: the app shell with its left navigation for members, the top
 * navbar for everybody else, the cache, and the place where things are said.
 */
export function Frame({ session: { state, user } }: { session: Session }) {
  return (
    <QueryClientProvider client={queryClient}>
      {state === 'member' || state === 'loading' ? (
        <MemberShell user={user}>
          <Outlet />
        </MemberShell>
      ) : (
        <VisitorShell signedIn={state !== 'visitor'}>
          <Outlet />
        </VisitorShell>
      )}
      <Toaster />
    </QueryClientProvider>
  );
}
