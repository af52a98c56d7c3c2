import type { UserList } from '@marquee/contracts';
import { LIST_NAME_MAX, MESSAGES } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { dropLists, refreshLists } from '../add-to-list.ts';
import { batchUpdate, managedListsQuery } from '../api.ts';
import { addDraft, changesOf, type Draft, draftsOf, inWordsOf, problemsOf } from '../drafts.ts';
import css from './manage-dialog.module.css';

function DraftRow({
  draft,
  problem,
  onChange,
  onRemove,
}: {
  draft: Draft;
  problem: string | undefined;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}) {
  const { list } = draft;
  const foreign = list !== null && !list.is_owner;
  if (draft.gone) {
    return (
      <li className={css.row}>
        <p className={css.gone}>
          <s>{draft.name}</s> {foreign ? 'You will leave this list.' : 'This list will be deleted.'}
        </p>
        <Button variant="plain" onClick={() => onChange({ ...draft, gone: false })}>
          Keep
        </Button>
      </li>
    );
  }
  return (
    <li className={css.row}>
      {foreign ? (
        <p className={css.gone}>
          {list.name}
          <span className={css.by}>by {list.owner_name ?? 'another member'}</span>
        </p>
      ) : (
        <Field
          label={list ? `Name of ${list.name}` : 'Name of the new list'}
          labelHidden
          name="name"
          autoComplete="off"
          maxLength={LIST_NAME_MAX}
          autoFocus={list === null}
          value={draft.name}
          error={problem}
          hint={list ? titlesInWords(list.count_media) : 'New'}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      )}
      <Button
        variant="plain"
        aria-label={`${foreign ? 'Leave' : 'Delete'} ${draft.name || 'the new list'}`}
        onClick={() => (list ? onChange({ ...draft, gone: true }) : onRemove())}
      >
        {foreign ? 'Leave' : 'Delete'}
      </Button>
    </li>
  );
}

function Editor({ lists, onClose }: { lists: readonly UserList[]; onClose: () => void }) {
  const [drafts, setDrafts] = useState(() => draftsOf(lists));
  const [asking, setAsking] = useState<'save' | 'discard' | null>(null);
  /** Whether Save was pressed: from then on, missing names are refused too. */
  const [isChecked, setChecked] = useState(false);
  const key = useId();
  const changes = changesOf(drafts);
  const problems = problemsOf(drafts, MESSAGES.listNameRequired, MESSAGES.listNameTaken);
  const shownProblem = ({ key: at, name }: Draft) =>
    isChecked || name.trim() !== '' ? problems.get(at) : undefined;
  const save = useMutation({
    mutationFn: () => batchUpdate(changes),
    onSuccess: () => {
      showToast('Lists saved.');
      dropLists(drafts.flatMap(({ list, gone }) => (list && gone ? [list.id] : [])));
      refreshLists();
      onClose();
    },
    onError: () => setAsking(null),
  });
  const { failure } = useFormErrors(save.error, 'We could not save your lists. Please try again.');

  const check = () => {
    setChecked(true);
    if (problems.size === 0) setAsking('save');
  };
  const cancel = () => (changes.length > 0 ? setAsking('discard') : onClose());

  return (
    <Dialog title="Manage lists" size="wide" onClose={cancel}>
      <Form label="Manage lists" onSubmit={check}>
        <ul className={css.rows}>
          {drafts.map((draft) => (
            <DraftRow
              key={draft.key}
              draft={draft}
              problem={shownProblem(draft)}
              onChange={(next) => setDrafts(drafts.map((other) => (other.key === draft.key ? next : other)))}
              onRemove={() => setDrafts(drafts.filter((other) => other.key !== draft.key))}
            />
          ))}
        </ul>
        <div>
          <Button onClick={() => setDrafts(addDraft(drafts, key))}>New list</Button>
        </div>
        <FormNotice failure={failure} />
        <DialogChoice disabled={changes.length === 0} onCancel={cancel} />
      </Form>
      {asking === 'save' && (
        <ConfirmDialog
          title="Save these changes?"
          confirm={texts.save}
          cancel="Go on editing"
          busy={save.isPending}
          onConfirm={() => save.mutate()}
          onCancel={() => setAsking(null)}
        >
          <p>{inWordsOf(drafts)}</p>
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title="Discard your changes?"
          confirm="Discard"
          cancel="Go on editing"
          danger
          onConfirm={onClose}
          onCancel={() => setAsking(null)}
        >
          <p>Nothing has been saved yet.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** Collects new, renamed and deleted lists and saves them together after confirmation. */
export function ManageDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, error, refetch } = useQuery(managedListsQuery);
  if (data) return <Editor lists={data} onClose={onClose} />;
  return (
    <Dialog title="Manage lists" size="wide" onClose={onClose}>
      {isError ? <QueryError of={{ error, refetch }} /> : <Skeleton height="14rem" />}
    </Dialog>
  );
}
