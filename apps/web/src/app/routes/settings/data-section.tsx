import type { User } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { ACCOUNT_DELETED } from '#src/features/account/api.ts';
import { exportHistory, exportUser } from '#src/features/account/export.ts';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';
import { failureOf, plainMessageOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { DestroyDialog, PasswordDialog } from './lazy-dialogs.ts';
import { saveFile } from './save-file.ts';
import { Section, Setting } from './section.tsx';
import { SettingButton } from './setting-button.tsx';
import css from './settings.module.css';

const TABLES = [
  { format: 'letterboxd', name: 'Letterboxd' },
  { format: 'imdb', name: 'IMDb' },
] as const;

/** Follows the mailed link to the export: it asks for the password, and then saves the file. */
function MailedExport({ code, onEnd }: { code: string; onEnd: () => void }) {
  const download = useMutation({
    mutationFn: () => exportUser(code),
    onSuccess: (file) => {
      saveFile(file);
      onEnd();
    },
    onError: (error) => {
      showToast(plainMessageOf(error), { tone: 'failure' });
      onEnd();
    },
  });
  return (
    <PasswordDialog
      lead="Enter your password to download your data."
      cancel="Not now"
      onConfirmed={() => download.mutate()}
      onClose={onEnd}
    />
  );
}

/** Import, download and deletion of the stored data. */
export function DataSection({ user }: { user: User }) {
  const isFree = useBillingOff();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<'password' | 'confirm' | null>(null);
  const download = useMutation({ mutationFn: () => exportUser(), onSuccess: saveFile });
  const [params, setParams] = useSearchParams();
  const code = params.get('export');
  const table = useMutation({ mutationFn: exportHistory, onSuccess: saveFile });

  return (
    <Section title="Your data">
      <Setting
        name="Import from another service"
        control={
          <ButtonLink variant="plain" className={css.button} to={paths.imports}>
            Import<span className="visually-hidden"> from another service</span>
          </ButtonLink>
        }
      >
        Bring your ratings, views and lists from Letterboxd, IMDb, Netflix and others.
      </Setting>
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
        <FormNotice failure={failureOf(download.error)} />
      </Setting>
      <Setting name="Each month by email" control={null}>
        <Switch
          label="Email me a link to all my data"
          checked={user.monthly_export}
          onChange={(monthly_export) => void saveSettings({ monthly_export })}
        />
        <p>The link asks for your password and ends after a day.</p>
      </Setting>
      <Setting
        name="Ratings for other services"
        control={
          <div className={css.downloads}>
            {TABLES.map(({ format, name }) => (
              <SettingButton
                key={format}
                text={name}
                of="file: download"
                busy={table.isPending && table.variables === format}
                onClick={() => table.mutate(format)}
              />
            ))}
          </div>
        }
      >
        <p>A CSV file for Letterboxd, or one in the format of an IMDb export.</p>
        <FormNotice failure={failureOf(table.error)} />
      </Setting>
      <Setting
        name="Delete account"
        control={<SettingButton text="Delete" of="my account" onClick={() => setDeleting('password')} />}
      >
        Your ratings, lists and settings are deleted permanently.
      </Setting>
      <Suspense>
        {code !== null && <MailedExport code={code} onEnd={() => setParams({}, { replace: true })} />}
        {deleting === 'password' && (
          <PasswordDialog onConfirmed={() => setDeleting('confirm')} onClose={() => setDeleting(null)} />
        )}
        {deleting === 'confirm' && (
          // Logout ends the session, replaces this address and opens the landing page.
          <DestroyDialog
            isFree={isFree}
            onDestroyed={() => void navigate(paths.logout, { replace: true, state: ACCOUNT_DELETED })}
            onCancel={() => setDeleting(null)}
          />
        )}
      </Suspense>
    </Section>
  );
}
