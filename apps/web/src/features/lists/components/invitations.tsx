import type { UserList } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmPanel } from '#src/components/ui/panel.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { dropLists, refreshLists } from '../add-to-list.ts';
import { acceptInvitation, rejectInvitation } from '../sharing-api.ts';
import css from './invitations.module.css';

/** Accept and Reject for an invitation. Reject asks first, because only another invitation brings the list back. */
export function InvitationAnswer({
  list,
  code,
  onAccept,
  onReject,
}: {
  list: UserList;
  code: string;
  /** Called when the acceptance is saved. */
  onAccept?: (() => void) | undefined;
  /** Called when the rejection is saved. */
  onReject?: () => void;
}) {
  const [asksFrom, setAsksFrom] = useState<Element | null>(null);
  const answer = useMutation({
    mutationFn: async (reply: 'accept' | 'reject') => {
      await (reply === 'accept' ? acceptInvitation(code) : rejectInvitation(code));
    },
    onSuccess: (_, given) => {
      showToast(
        given === 'accept'
          ? `“${list.name}” is in My Lists now.`
          : `You rejected the invitation to “${list.name}”.`,
      );
      if (given === 'reject') {
        onReject?.();
        dropLists([list.id]);
      } else onAccept?.();
      refreshLists();
    },
    onError: (error) => showFailure(error, 'The invitation could not be answered. Please try again.'),
  });
  return (
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
        onClick={({ currentTarget }) => setAsksFrom(currentTarget)}
      >
        Reject
      </Button>
      {asksFrom && (
        <ConfirmPanel
          title="Reject the invitation?"
          anchor={asksFrom}
          confirm="Reject"
          cancel="Not now"
          onConfirm={() => {
            setAsksFrom(null);
            answer.mutate('reject');
          }}
          onCancel={() => setAsksFrom(null)}
        >
          <p>You can join “{list.name}” later only if you are invited again.</p>
        </ConfirmPanel>
      )}
    </div>
  );
}

/**
 * The open invitations. The API says nothing about the list of an invitation to an address that is not confirmed,
 * so all invitations of this kind are one entry.
 * @param resend the button that mails the confirmation link again.
 */
export function Invitations({
  lists,
  resend,
  onAccept,
}: {
  lists: readonly UserList[];
  resend: ReactNode;
  onAccept: (list: UserList) => void;
}) {
  const pending = lists.filter((list) => list.pending_accept);
  if (pending.length === 0) return null;
  const hidden = pending.filter((list) => list.code === null).length;
  return (
    <ul className={css.invitations} aria-label="Invitations">
      {pending.map((list) =>
        list.code === null ? null : (
          <li key={list.id} className={`wrap ${css.invitation}`}>
            <p>
              {list.owner_name ?? 'A member'} shares <strong>{list.name}</strong> with you,{' '}
              {titlesInWords(list.count_media)}.
            </p>
            <InvitationAnswer list={list} code={list.code} onAccept={() => onAccept(list)} />
          </li>
        ),
      )}
      {hidden > 0 && (
        <li className={`wrap ${css.invitation}`}>
          <p>
            {hidden === 1 ? 'An invitation waits for you.' : `${hidden} invitations wait for you.`} Confirm
            your email address to see {hidden === 1 ? 'it' : 'them'}, or open the link in the invitation
            email.
          </p>
          {resend}
        </li>
      )}
    </ul>
  );
}
