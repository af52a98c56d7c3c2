import type { UserList } from '@marquee/contracts';
import { Page } from '#src/components/ui/page.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { InvitationAnswer } from './invitations.tsx';

/** A list with an open invitation. The API sends its name, owner and count only. */
export function PendingList({
  list,
  code,
  onReject,
}: {
  list: UserList;
  code: string;
  onReject: () => void;
}) {
  return (
    <Page
      title={list.name}
      lead={`${list.owner_name ?? 'A member'} invites you to this list. It has ${titlesInWords(list.count_media)}.`}
    >
      <p>Accept the invitation to see the titles.</p>
      <InvitationAnswer list={list} code={code} onReject={onReject} />
    </Page>
  );
}
