import type { ShareItem, UserList } from '@marquee/contracts';
import { EMAIL_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { emailProblem } from '#src/lib/forms/rules.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { storeSharing } from '../add-to-list.ts';
import { type ShareChange, shareList } from '../sharing-api.ts';
import css from './share-dialog.module.css';
import { ShareLink } from './share-link.tsx';

interface ShareDraft {
  email: string;
  name: string | null;
  state: ShareItem['state'] | 'new';
  allowed: boolean;
}

const sameAddress = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function sharesOf(list: UserList): ShareDraft[] {
  return list.share_items.flatMap((item) =>
    item.email === null
      ? []
      : [{ email: item.email, name: item.display_name, state: item.state, allowed: item.share_allowed }],
  );
}

/** Returns the changes to send: new, changed and removed addresses. */
function changesOf(before: readonly ShareDraft[], after: readonly ShareDraft[]): ShareChange[] {
  const changed = after.filter(
    (share) => before.find(({ email }) => email === share.email)?.allowed !== share.allowed,
  );
  const gone = before.filter((share) => !after.some(({ email }) => email === share.email));
  return [
    ...changed.map(({ email, allowed }) => ({
      email,
      ...(allowed && { share_allowed: true }),
      ...(!allowed && before.some((old) => old.email === email) && { share_allowed: false }),
    })),
    ...gone.map(({ email }) => ({ email, _destroy: true })),
  ];
}

const states: Record<ShareDraft['state'], string> = {
  new: 'will be invited',
  pending: 'invited',
  accepted: 'list member',
};

/**
 * Shares a list by email and by link. The owner may allow other users to share the list, and may remove
 * addresses.
 */
export function ShareDialog({ list, onClose }: { list: UserList; onClose: () => void }) {
  // The shares when the dialog opened. Save must not remove an address that another user adds later.
  const [before] = useState(() => sharesOf(list));
  const [shares, setShares] = useState<readonly ShareDraft[]>(before);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const changes = changesOf(before, shares);

  const save = useMutation({
    mutationFn: () => shareList(list.id, changes),
    onSuccess: (saved) => {
      showToast(`Sharing for “${list.name}” saved.`);
      storeSharing(saved);
      onClose();
    },
  });
  const { failure } = useFormErrors(save.error, 'We could not share the list. Please try again.');
  const add = () => {
    if (emailProblem(email) !== undefined) return;
    if (shares.some((share) => sameAddress(share.email, email))) {
      setProblem('E-mail already added to the list!');
      return;
    }
    setShares([...shares, { email: email.trim(), name: null, state: 'new', allowed: false }]);
    setEmail('');
  };

  return (
    <Dialog title={`Share “${list.name}”`} onClose={onClose}>
      <div className={css.body}>
        <Form label="Invite by email" onSubmit={add}>
          <div className={css.add}>
            <Field
              label="Email"
              type="email"
              name="email"
              autoComplete="off"
              maxLength={EMAIL_MAX}
              value={email}
              error={problem}
              data-first-focus
              onChange={(event) => {
                setEmail(event.target.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" disabled={emailProblem(email) !== undefined}>
              {texts.add}
            </Button>
          </div>
        </Form>
        {shares.length > 0 && (
          <ul className={css.shares} aria-label="Shared with">
            {shares.map((share) => (
              <li key={share.email} className={`wrap ${css.share}`}>
                <p>
                  {share.name ?? share.email}
                  <span className={css.state}>{states[share.state]}</span>
                </p>
                {list.is_owner && (
                  <Switch
                    label="Can share this list"
                    aria-label={`${share.email} can share this list`}
                    checked={share.allowed}
                    onChange={(allowed) =>
                      setShares(shares.map((other) => (other === share ? { ...share, allowed } : other)))
                    }
                  />
                )}
                {(list.is_owner || share.state === 'new') && (
                  <Button
                    variant="plain"
                    aria-label={`Remove ${share.email}`}
                    onClick={() => setShares(shares.filter((other) => other !== share))}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <FormNotice failure={failure} />
        <ShareLink list={list} />
        <DialogChoice
          busy={save.isPending}
          disabled={changes.length === 0}
          onCancel={onClose}
          onConfirm={() => save.mutate()}
        />
      </div>
    </Dialog>
  );
}
