import type { UserList } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { Page } from '#src/components/ui/page.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { InvitationAnswer } from './invitations.tsx';

/** A list with an open invitation. The API sends its name, owner and count only. */
export function PendingList({
  list,
  resend,
  onReject,
}: {
  list: UserList;
  resend: ReactNode;
  onReject: () => void;
}) {
  return (
    <Page
      title={list.name}
      lead={`${list.owner_name ?? 'A member'} invites you to this list. It holds ${titlesInWords(list.count_media)}.`}
    >
      <p>Accept the invitation to see the titles.</p>
      <InvitationAnswer list={list} resend={resend} onReject={onReject} />
    </Page>
  );
}
