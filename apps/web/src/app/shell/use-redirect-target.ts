import * as paths from '@marquee/contracts/paths';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { joinSharedList } from '#src/features/lists/api.ts';
import { withArrivedList } from '#src/features/lists/arrived-list.ts';
import { isTransient } from '#src/lib/http/errors.ts';
import { readRedirect, saveRedirect, sharedListOf } from '#src/lib/session/redirect-to.ts';
import type { Session } from '#src/lib/session/session.ts';

/**
 * Opens the redirect target once the user is a member, and removes the opened target:
 * docs/product.md#redirect-target. For a share link, first joins the list and then opens My Lists.
 */
export function useRedirectTarget(state: Session['state']): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // After a payment, stay on the success page. Its buttons open `/`, and then the target is opened.
  const isAfterPayment = pathname.startsWith(paths.checkoutSuccess);
  const joining = useRef<string | null>(null);

  useEffect(() => {
    const target = state === 'member' && !isAfterPayment ? readRedirect() : null;
    if (target === null) return;
    const list = sharedListOf(target);
    if (list === null) {
      if (target === here) saveRedirect(null);
      else void navigate(target, { replace: true });
      return;
    }
    if (joining.current === target) return;
    joining.current = target;
    joinSharedList(list).then(
      ({ id }) => {
        saveRedirect(null);
        void navigate(paths.myLists, { replace: true, state: withArrivedList(id) });
      },
      (error: unknown) => {
        // After a transient error, the target is kept, because a retry may succeed.
        if (!isTransient(error)) saveRedirect(null);
        console.error('The shared list could not be joined.', error);
      },
    );
  }, [state, here, isAfterPayment, navigate]);
}
