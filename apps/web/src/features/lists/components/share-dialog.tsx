import type { ShareItem, UserList } from '@marquee/contracts';
import { EMAIL_MAX } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { ShareLinks } from '#src/components/ui/share-links.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { allFieldErrors, messageOf } from '#src/lib/errors.ts';
import { emailProblem } from '#src/lib/rules.ts';
import { showToast } from '#src/lib/toast.ts';
import { refreshLists } from '../add-to-list.ts';
import { type ShareChange, shareList } from '../api/share-list.ts';
import css from './share-dialog.module.css';

interface Entry {
  email: string;
  name: string | null;
  state: ShareItem['state'] | 'new';
  allowed: boolean;
}

const sameAddress = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function entriesOf(list: UserList): Entry[] {
  return list.share_items.flatMap((item) =>
    item.email === null
      ? []
      : [{ email: item.email, name: item.display_name, state: item.state, allowed: item.share_allowed }],
  );
}

/** What has to be sent: new and changed addresses, and those that were taken off. */
function changesOf(before: readonly Entry[], after: readonly Entry[]): ShareChange[] {
  const changed = after.filter(
    (entry) => before.find(({ email }) => email === entry.email)?.allowed !== entry.allowed,
  );
  const gone = before.filter((entry) => !after.some(({ email }) => email === entry.email));
  return [
    ...changed.map(({ email, allowed }) => ({
      email,
      ...(allowed && { share_allowed: true }),
      ...(!allowed && before.some((old) => old.email === email) && { share_allowed: false }),
    })),
    ...gone.map(({ email }) => ({ email, _destroy: true })),
  ];
}

const states: Record<Entry['state'], string> = {
  new: 'will be invited',
  pending: 'invited',
  accepted: 'in the list',
};

/** Shares a list by e-mail and by link. The owner may allow others to share it too, and take people off. */
export function ShareDialog({ list, onClose }: { list: UserList; onClose: () => void }) {
  const before = entriesOf(list);
  const [entries, setEntries] = useState<readonly Entry[]>(before);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const changes = changesOf(before, entries);

  const save = useMutation({
    mutationFn: () => shareList(list.id, changes),
    onSuccess: () => {
      showToast(`“${list.name}” is shared as you said.`);
      refreshLists();
      onClose();
    },
  });
  const add = () => {
    if (emailProblem(email) !== undefined) return;
    if (entries.some((entry) => sameAddress(entry.email, email))) {
      setProblem('E-mail already added to the list!');
      return;
    }
    setEntries([...entries, { email: email.trim(), name: null, state: 'new', allowed: false }]);
    setEmail('');
  };

  return (
    <Dialog title={`Share “${list.name}”`} onClose={onClose}>
      <div className={css.body}>
        <Form label="Invite by e-mail" onSubmit={add}>
          <div className={css.entry}>
            <Field
              label="E-mail"
              type="email"
              name="email"
              autoComplete="off"
              maxLength={EMAIL_MAX}
              value={email}
              error={problem}
              onChange={(event) => {
                setEmail(event.target.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" disabled={emailProblem(email) !== undefined}>
              Add
            </Button>
          </div>
        </Form>
        {entries.length > 0 && (
          <ul className={css.people} aria-label="Shared with">
            {entries.map((entry) => (
              <li key={entry.email} className={css.person}>
                <p>
                  {entry.name ?? entry.email}
                  <span className={css.state}>{states[entry.state]}</span>
                </p>
                {list.is_owner && (
                  <Switch
                    label="may share it too"
                    aria-label={`${entry.email} may share it too`}
                    checked={entry.allowed}
                    onChange={(allowed) =>
                      setEntries(entries.map((other) => (other === entry ? { ...entry, allowed } : other)))
                    }
                  />
                )}
                {(list.is_owner || entry.state === 'new') && (
                  <Button
                    variant="plain"
                    aria-label={`Remove ${entry.email}`}
                    onClick={() => setEntries(entries.filter((other) => other !== entry))}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <FormNotice
          failure={
            save.error
              ? (allFieldErrors(save.error) ??
                messageOf(save.error, 'The list could not be shared. Please try again.'))
              : undefined
          }
        />
        {list.share_code !== null && (
          <section className={css.link} aria-label="By link">
            <p>Whoever has the link can join the list.</p>
            <ShareLinks
              path={`/my_lists/share/${list.share_code}`}
              text={`${list.name}, a list on Marquee`}
            />
          </section>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={changes.length === 0}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
