import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { RowSkeleton } from '#src/components/ui/skeleton.tsx';
import { refreshLists } from '#src/features/lists/add-to-list.ts';
import { answerInvitation } from '#src/features/lists/api/answer-invitation.ts';
import { joinSharedList } from '#src/features/lists/api/join-shared-list.ts';
import { messageOf } from '#src/lib/errors.ts';
import { showToast } from '#src/lib/toast.ts';
import { useTitle } from '#src/lib/use-title.ts';

/** What each address does, and what is said afterwards. */
const deeds = {
  accept_list: { run: (code: string) => answerInvitation(code, 'accept'), done: 'The list is among yours.' },
  reject_list: { run: (code: string) => answerInvitation(code, 'reject'), done: 'The invitation is gone.' },
  my_lists: { run: joinSharedList, done: 'The list is among yours.' },
} as const;

/**
 * `/accept_list/{code}`, `/reject_list/{code}` and `/my_lists/share/{code}`: done on arrival, then My Lists, also
 * after a failure.
 */
export function Component() {
  const { code = '' } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const begun = useRef(false);
  useTitle('My Lists');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the address that was opened
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const first = pathname.split('/')[1];
    const deed = first === 'accept_list' || first === 'reject_list' ? deeds[first] : deeds.my_lists;
    deed
      .run(code)
      .then(
        () => showToast(deed.done),
        (error: unknown) =>
          showToast(messageOf(error, 'This could not be done. Please try again.'), { tone: 'failure' }),
      )
      .finally(() => {
        refreshLists();
        void navigate('/my_lists', { replace: true });
      });
  }, []);

  return <RowSkeleton />;
}
