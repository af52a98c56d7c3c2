import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { signOut, TOKEN_ENDED } from '#src/features/account/api.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { Setting } from './section.tsx';
import { SettingButton } from './setting-button.tsx';

/** Ends the session of this device, or those of all devices. */
export function SessionsSetting() {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => signOut({ everywhere: true }),
    onSuccess: () => void navigate(paths.logout, { replace: true, state: TOKEN_ENDED }),
  });
  return (
    <Setting
      name="Sessions"
      control={<SettingButton text={texts.signOut} of="everywhere" onClick={() => setAsking(true)} />}
    >
      Sign out on every device, this one too.
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          cancel="Stay logged in"
          busy={leave.isPending}
          onConfirm={() => leave.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>Every device has to log in again. Nothing is deleted.</p>
          <FormNotice
            failure={failureOf(leave.error, 'The sessions could not be ended. Please try again.')}
          />
        </ConfirmDialog>
      )}
    </Setting>
  );
}
