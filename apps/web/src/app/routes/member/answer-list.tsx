import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { RowSkeleton } from '#src/components/ui/skeleton.tsx';
import { refreshLists } from '#src/features/lists/add-to-list.ts';
import { joinSharedList } from '#src/features/lists/api.ts';
import { withArrivedList } from '#src/features/lists/arrived-list.ts';
import { withFailedLink } from '#src/features/lists/failed-link.ts';
import { acceptInvitation, rejectInvitation } from '#src/features/lists/sharing-api.ts';
import { isTransient } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';

const JOINED = 'Added to My Lists.';

/** The call and the texts of each address. */
const links = {
  accept_list: {
    kind: 'invitation',
    open: acceptInvitation,
    done: JOINED,
  },
  reject_list: {
    kind: 'invitation',
    open: rejectInvitation,
    done: 'You rejected the invitation.',
  },
  my_lists: { kind: 'share', open: joinSharedList, done: JOINED },
} as const;

/**
 * `/accept_list/{code}`, `/reject_list/{code}` and `/my_lists/share/{code}`: the page sends the call when it opens, and
 * then opens My Lists. My Lists shows the reason of a failure.
 */
export function Component() {
  const { code = '' } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const begun = useRef(false);
  useTitle(texts.myLists);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the address that was opened
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const first = pathname.split('/')[1];
    const link = first === 'accept_list' || first === 'reject_list' ? links[first] : links.my_lists;
    const leave = (state?: object) => {
      refreshLists();
      void navigate(paths.myLists, { replace: true, ...(state && { state }) });
    };
    link.open(code).then(
      (list) => {
        showToast(link.done);
        leave(list ? withArrivedList(list.id) : undefined);
      },
      (error: unknown) => {
        // A user who rejects a joined list reads how to leave it.
        if (error instanceof ApiError && error.code === 'not_permitted') {
          showToast(error.message, { tone: 'failure' });
          leave();
        } else leave(withFailedLink({ kind: link.kind, retry: isTransient(error) ? pathname : null }));
      },
    );
  }, []);

  return <RowSkeleton />;
}
