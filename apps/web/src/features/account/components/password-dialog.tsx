import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { messageOf } from '#src/lib/http/errors.ts';
import { useSession } from '#src/lib/session/session.ts';
import { confirmPassword, isWrongPassword } from '../api.ts';

/** Asks for the password before an action that cannot be undone, by default the deletion of the account. */
export function PasswordDialog({
  lead = 'Enter your password to continue. Nothing is deleted yet.',
  cancel = 'Keep my account',
  onConfirmed,
  onClose,
}: {
  lead?: string;
  cancel?: string;
  onConfirmed: () => void;
  onClose: () => void;
}) {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const confirm = useMutation({ mutationFn: () => confirmPassword(password), onSuccess: onConfirmed });
  return (
    <Dialog title="Confirm your password" onClose={onClose}>
      <Form
        label="Confirm with your password"
        onSubmit={() => password !== '' && !confirm.isPending && confirm.mutate()}
      >
        <p>{lead}</p>
        {/* Password managers read the account from this field. */}
        <input type="email" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={isWrongPassword(confirm.error) ? texts.wrongPassword : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <FormNotice
          failure={
            confirm.error && !isWrongPassword(confirm.error)
              ? messageOf(confirm.error, texts.unknownPassword)
              : undefined
          }
        />
        <DialogChoice
          cancel={cancel}
          confirm="Continue"
          variant="danger"
          disabled={password === ''}
          busy={confirm.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
