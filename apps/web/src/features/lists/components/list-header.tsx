import type { UserList } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { refreshLists } from '../add-to-list.ts';
import { updateList } from '../api.ts';
import css from './list-header.module.css';

/**
 * Lets list members edit the list. The switch asks for confirmation, and changes when the server has saved the change.
 */
function CollaborateSwitch({ list }: { list: UserList }) {
  const [asked, setAsked] = useState(false);
  const change = useMutation({
    mutationFn: () => updateList(list.id, { collaborate: !list.collaborate }),
    onSuccess: refreshLists,
    onError: (error) => showFailure(error),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Switch label="Collaborative list" checked={list.collaborate} onChange={() => setAsked(true)} />
      {asked && (
        <ConfirmDialog
          title={list.collaborate ? 'Stop others from editing?' : 'Let others edit this list?'}
          confirm={list.collaborate ? 'Only I can edit' : 'Let others edit'}
          cancel="Cancel"
          busy={change.isPending}
          onConfirm={() => change.mutate()}
          onCancel={() => setAsked(false)}
        >
          <p>
            {list.collaborate
              ? 'Everyone you share the list with can still see it. Only you can add, remove and sort titles.'
              : 'Everyone you share the list with can add, remove and sort titles.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Name and count of a list, with the actions that the user may take. Those of once a year and the filters, which are
 * `children`, are behind one button, so that the titles begin high on the page.
 */
export function ListHeader({
  list,
  sorting,
  onSorting,
  onShare,
  children,
}: {
  list: UserList;
  sorting: boolean;
  onSorting: (on: boolean) => void;
  onShare: () => void;
  children: ReactNode;
}) {
  const custom = list.list_type === 'custom';
  const [isOpen, setOpen] = useState(sorting);
  const more = useId();
  return (
    <header className={css.header}>
      <h1 className={css.name}>{list.name}</h1>
      <p className={css.count}>
        {titlesInWords(list.count_media)}
        {!list.is_owner && list.owner_name && `, a list by ${list.owner_name}`}
      </p>
      <div className={`wrap gap-2 ${css.actions}`}>
        {list.can_share && custom && <Button onClick={onShare}>{texts.shareList}</Button>}
        <Button aria-expanded={isOpen} aria-controls={more} onClick={() => setOpen(!isOpen)}>
          More
        </Button>
      </div>
      <div id={more} className={`wrap ${css.more}`} hidden={!isOpen}>
        {list.is_owner && custom && <CollaborateSwitch list={list} />}
        {list.can_edit && <Switch label="Sort titles" checked={sorting} onChange={onSorting} />}
        {children}
      </div>
    </header>
  );
}
