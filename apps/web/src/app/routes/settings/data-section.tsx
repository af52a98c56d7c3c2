import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FormNotice } from '#src/components/ui/form.tsx';
import { exportUser } from '#src/features/account/api/export-user.ts';
import { ACCOUNT_DELETED, DestroyDialog } from '#src/features/account/components/destroy-dialog.tsx';
import { PasswordDialog } from '#src/features/account/components/password-dialog.tsx';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { saveFile } from './save-file.ts';
import { Section, Setting } from './section.tsx';
import { SettingButton } from './setting-button.tsx';

/** Download and deletion of the stored data. */
export function DataSection() {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<'password' | 'confirm' | null>(null);
  const download = useMutation({ mutationFn: exportUser, onSuccess: saveFile });

  return (
    <Section title="Your data">
      <Setting
        name="All your data"
        control={
          <SettingButton
            text="Download"
            of="all your data"
            busy={download.isPending}
            onClick={() => download.mutate()}
          />
        }
      >
        <p>A JSON file with everything stored about you.</p>
        <FormNotice failure={download.error ? plainMessageOf(download.error) : undefined} />
      </Setting>
      <Setting
        name="Delete account"
        control={<SettingButton text="Delete" of="my account" onClick={() => setDeleting('password')} />}
      >
        Your ratings, lists and settings are deleted permanently.
      </Setting>
      {deleting === 'password' && (
        <PasswordDialog onConfirmed={() => setDeleting('confirm')} onClose={() => setDeleting(null)} />
      )}
      {deleting === 'confirm' && (
        // Logout ends the session, clears this address and leads to the landing page.
        <DestroyDialog
          onDestroyed={() => void navigate('/logout', { replace: true, state: ACCOUNT_DELETED })}
          onCancel={() => setDeleting(null)}
        />
      )}
    </Section>
  );
}
