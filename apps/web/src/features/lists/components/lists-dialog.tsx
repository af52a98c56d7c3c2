import type { MediumCard, UserList } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { CheckField } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { withId } from '#src/lib/storage/store.ts';
import { listsOfMediumQuery } from '../api.ts';
import { saveListsOf } from '../save-lists-of.ts';
import css from './lists-dialog.module.css';
import { NewListForm } from './new-list-form.tsx';

/**
 * 'Add or edit lists': ticks the lists that contain the title and creates new lists. All changes are saved
 * together.
 */
export function ListsDialog({
  medium,
  onClose,
  onShare,
}: {
  medium: MediumCard;
  onClose: () => void;
  /** Called to share a list that the title was added to. */
  onShare?: ((list: UserList) => void) | undefined;
}) {
  const client = useQueryClient();
  const options = listsOfMediumQuery(medium.id);
  const { data, error, isError, refetch } = useQuery(options);
  const lists = data?.filter((list) => list.can_edit && !list.pending_accept) ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const previous = new Set(lists.filter((list) => list.has_medium).map((list) => list.id));
  const ticked = chosen ?? previous;

  const save = () => {
    onClose();
    const changed =
      [...ticked].some((id) => !previous.has(id)) || [...previous].some((id) => !ticked.has(id));
    if (!changed) return;
    void saveListsOf(medium, [...ticked], [...previous], onShare !== undefined).then(([first]) => {
      if (first) onShare?.(first);
    });
  };

  return (
    <Dialog title={texts.addOrEditLists} onClose={onClose}>
      {isError && !data ? (
        <QueryError of={{ error, refetch }} />
      ) : (
        <div className={css.body}>
          <Form label="Lists" onSubmit={save}>
            {data ? (
              <fieldset className={css.lists}>
                <legend className="visually-hidden">Lists with {medium.title}</legend>
                {lists.map((list) => (
                  <CheckField
                    key={list.id}
                    name="list"
                    label={
                      <>
                        {list.name} <span className={css.count}>{titlesInWords(list.count_media)}</span>
                      </>
                    }
                    checked={ticked.has(list.id)}
                    onChange={(event) => setChosen(withId(ticked, list.id, event.target.checked))}
                  />
                ))}
              </fieldset>
            ) : (
              <Skeleton height="8rem" />
            )}
            {/* The visible save button is after the second form. This hidden button lets Enter save in the first
                form. */}
            <button type="submit" hidden>
              {texts.save}
            </button>
          </Form>
          <NewListForm
            taken={lists.map((list) => list.name)}
            onCreated={(list) => {
              client.setQueryData(options.queryKey, (old) => [
                ...(old ?? []),
                { ...list, has_medium: false },
              ]);
              setChosen(new Set(ticked).add(list.id));
            }}
          />
          <DialogChoice disabled={!data} onConfirm={save} onCancel={onClose} />
        </div>
      )}
    </Dialog>
  );
}
