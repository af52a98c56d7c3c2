import type { UserList } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { titlesInWords } from '#src/components/titles/facts.ts';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { messageOf } from '#src/lib/errors.ts';
import { showToast } from '#src/lib/toast.ts';
import { refreshLists } from '../add-to-list.ts';
import { updateList } from '../api/update-list.ts';
import css from './list-header.module.css';

/** Whether its members may change the list too; asked first, and shown once the server has agreed. */
function CollaborateSwitch({ list }: { list: UserList }) {
  const [asked, setAsked] = useState(false);
  const change = useMutation({
    mutationFn: () => updateList(list.id, { collaborate: !list.collaborate }),
    onSuccess: refreshLists,
    onError: (error) =>
      showToast(messageOf(error, 'This could not be saved. Please try again.'), { tone: 'failure' }),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Switch label="Collaborative list" checked={list.collaborate} onChange={() => setAsked(true)} />
      {asked && (
        <ConfirmDialog
          title={list.collaborate ? 'Keep the list to yourself?' : 'Let everybody in it change the list?'}
          confirm={list.collaborate ? 'Make it yours alone' : 'Make it collaborative'}
          cancel="Leave it as it is"
          busy={change.isPending}
          onConfirm={() => change.mutate()}
          onCancel={() => setAsked(false)}
        >
          <p>
            {list.collaborate
              ? 'The others in this list will see it, and no longer add, remove or sort its titles.'
              : 'Everybody you share it with can add, remove and sort its titles.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A list's name over its titles, and what its reader may do with it. */
export function ListHeader({
  list,
  sorting,
  onSorting,
  onShare,
}: {
  list: UserList;
  sorting: boolean;
  onSorting: (on: boolean) => void;
  onShare: () => void;
}) {
  const custom = list.list_type === 'custom';
  return (
    <header className={css.header}>
      <h1 className={css.name}>{list.name}</h1>
      <p className={css.count}>
        {titlesInWords(list.count_media)}
        {!list.is_owner && list.owner_name && `, a list by ${list.owner_name}`}
      </p>
      {list.can_share && custom && (
        <Button className={css.share} onClick={onShare}>
          Share List
        </Button>
      )}
      {(list.is_owner || list.can_edit) && (
        <div className={css.switches}>
          {list.is_owner && custom && <CollaborateSwitch list={list} />}
          {list.can_edit && <Switch label="Sort titles" checked={sorting} onChange={onSorting} />}
        </div>
      )}
    </header>
  );
}
