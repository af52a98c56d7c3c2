import type { UserList } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { titlesInWords } from '#src/components/titles/facts.ts';
import { Button } from '#src/components/ui/button.tsx';
import { messageOf } from '#src/lib/errors.ts';
import { showToast } from '#src/lib/toast.ts';
import { refreshLists } from '../add-to-list.ts';
import { answerInvitation } from '../api/answer-invitation.ts';
import css from './invitations.module.css';

function Invitation({ list, code }: { list: UserList; code: string }) {
  const answer = useMutation({
    mutationFn: (given: 'accept' | 'reject') => answerInvitation(code, given),
    onSuccess: (_, given) => {
      showToast(
        given === 'accept'
          ? `“${list.name}” is among your lists.`
          : `The invitation to “${list.name}” is gone.`,
      );
      refreshLists();
    },
    onError: (error) =>
      showToast(messageOf(error, 'The invitation could not be answered. Please try again.'), {
        tone: 'failure',
      }),
  });
  return (
    <li className={css.invitation}>
      <p>
        {list.owner_name ?? 'Somebody'} shares <strong>{list.name}</strong> with you,{' '}
        {titlesInWords(list.count_media)}.
      </p>
      <div className={css.answers}>
        <Button
          variant="primary"
          busy={answer.isPending && answer.variables === 'accept'}
          onClick={() => answer.mutate('accept')}
        >
          Accept
        </Button>
        <Button
          busy={answer.isPending && answer.variables === 'reject'}
          onClick={() => answer.mutate('reject')}
        >
          Reject
        </Button>
      </div>
    </li>
  );
}

/** Invitations that wait for an answer. */
export function Invitations({ lists }: { lists: readonly UserList[] }) {
  const pending = lists.flatMap((list) =>
    list.pending_accept && list.code ? [{ list, code: list.code }] : [],
  );
  if (pending.length === 0) return null;
  return (
    <ul className={css.invitations} aria-label="Invitations">
      {pending.map(({ list, code }) => (
        <Invitation key={list.id} list={list} code={code} />
      ))}
    </ul>
  );
}
