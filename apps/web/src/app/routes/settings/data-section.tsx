import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FormNotice } from '#src/components/ui/form.tsx';
import { exportUser } from '#src/features/account/api/export-user.ts';
import { DestroyDialog } from '#src/features/account/components/destroy-dialog.tsx';
import { PasswordDialog } from '#src/features/account/components/password-dialog.tsx';
import { plainMessageOf } from '#src/lib/errors.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { EntryButton } from './entry-button.tsx';
import { Entry, Section } from './section.tsx';

/** What we hold: to be taken along, or to be erased. */
export function DataSection() {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<'password' | 'confirm' | null>(null);
  const download = useMutation({ mutationFn: exportUser, onSuccess: saveFile });

  return (
    <Section title="Your data">
      <Entry
        name="Everything we hold on you"
        control={
          <EntryButton
            text="Download"
            of="everything we hold on you"
            busy={download.isPending}
            onClick={() => download.mutate()}
          />
        }
      >
        <p>One file, to read or to take along.</p>
        <FormNotice failure={download.error ? plainMessageOf(download.error) : undefined} />
      </Entry>
      <Entry
        name="Delete account"
        control={<EntryButton text="Delete" of="my account" onClick={() => setDeleting('password')} />}
      >
        Ratings, lists and settings are erased for good.
      </Entry>
      {deleting === 'password' && (
        <PasswordDialog onConfirmed={() => setDeleting('confirm')} onClose={() => setDeleting(null)} />
      )}
      {deleting === 'confirm' && (
        // Logging out forgets the session and this address, and leads to the front page.
        <DestroyDialog
          onDestroyed={() => void navigate('/logout', { replace: true })}
          onCancel={() => setDeleting(null)}
        />
      )}
    </Section>
  );
}
