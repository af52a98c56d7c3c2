import type { UserList } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { dropLists, refreshLists } from '../add-to-list.ts';
import { answerInvitation } from '../api/answer-invitation.ts';
import css from './invitations.module.css';

/** Accept and Reject for an invitation. */
export function InvitationAnswer({
  list,
  resend,
  onReject,
}: {
  list: UserList;
  /** The button for users whose address is not confirmed. These users get no code. */
  resend: ReactNode;
  /** Called when the rejection is saved. */
  onReject?: () => void;
}) {
  const { code } = list;
  const answer = useMutation({
    mutationFn: ({ code: given, with: reply }: { code: string; with: 'accept' | 'reject' }) =>
      answerInvitation(given, reply),
    onSuccess: (_, { with: given }) => {
      showToast(
        given === 'accept'
          ? `“${list.name}” is added to My Lists.`
          : `You rejected the invitation to “${list.name}”.`,
      );
      if (given === 'reject') {
        onReject?.();
        dropLists([list.id]);
      }
      refreshLists();
    },
    onError: (error) =>
      showToast(messageOf(error, 'The invitation could not be answered. Please try again.'), {
        tone: 'failure',
      }),
  });
  if (code === null) {
    return (
      <div className={css.unproven}>
        <p>To answer, open the link in the invitation email, or confirm your email address.</p>
        {resend}
      </div>
    );
  }
  return (
    <div className={css.answers}>
      <Button
        variant="primary"
        busy={answer.isPending && answer.variables.with === 'accept'}
        onClick={() => answer.mutate({ code, with: 'accept' })}
      >
        Accept
      </Button>
      <Button
        busy={answer.isPending && answer.variables.with === 'reject'}
        onClick={() => answer.mutate({ code, with: 'reject' })}
      >
        Reject
      </Button>
    </div>
  );
}

export function Invitations({ lists, resend }: { lists: readonly UserList[]; resend: ReactNode }) {
  const pending = lists.filter((list) => list.pending_accept);
  if (pending.length === 0) return null;
  return (
    <ul className={css.invitations} aria-label="Invitations">
      {pending.map((list) => (
        <li key={list.id} className={css.invitation}>
          <p>
            {list.owner_name ?? 'A member'} shares <strong>{list.name}</strong> with you,{' '}
            {titlesInWords(list.count_media)}.
          </p>
          <InvitationAnswer list={list} resend={resend} />
        </li>
      ))}
    </ul>
  );
}
