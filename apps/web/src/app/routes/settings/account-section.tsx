import type { User } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormNotice } from '#src/components/ui/form.tsx';
import {
  requestPasswordReset,
  resetRequestFailure,
} from '#src/features/account/api/request-password-reset.ts';
import { AccountDialog } from '#src/features/account/components/account-dialog.tsx';
import {
  NotificationsDialog,
  notificationsSummary,
} from '#src/features/account/components/notifications-dialog.tsx';
import { ReferralDialog } from '#src/features/account/components/referral-dialog.tsx';
import { showToast } from '#src/lib/toast.ts';
import { EntryButton } from './entry-button.tsx';
import { PlanEntry } from './plan-entry.tsx';
import { Entry, Section } from './section.tsx';

/** The password is changed through the mailed link, as for who has forgotten it. */
function PasswordEntry({ email }: { email: string }) {
  const request = useMutation({ mutationFn: () => requestPasswordReset(email) });
  return (
    <Entry
      name="Password"
      control={
        <EntryButton text="Reset" of="password" busy={request.isPending} onClick={() => request.mutate()} />
      }
    >
      <p>We mail you a link to set a new one.</p>
      <FormNotice
        failure={resetRequestFailure(request.error)}
        success={
          request.isSuccess
            ? 'Reset password requested successfully, please check your e-mail inbox.'
            : undefined
        }
      />
    </Entry>
  );
}

/** Who somebody is to us, what they pay, and what we mail them. */
export function AccountSection({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'account' | 'notifications' | 'referral' | null>(null);
  const close = () => setDialog(null);
  const saved = (text: string) => () => {
    close();
    showToast(text);
  };
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ');

  return (
    <Section title="Account">
      <Entry
        name={user.display_name}
        control={<EntryButton text="Edit" of="account" onClick={() => setDialog('account')} />}
      >
        {name && <p>{name}</p>}
        <p>{user.email}</p>
      </Entry>
      <PlanEntry user={user} />
      <Entry
        name="Notifications"
        control={<EntryButton of="notifications" onClick={() => setDialog('notifications')} />}
      >
        {notificationsSummary(user.notification_preferences)}
      </Entry>
      <PasswordEntry email={user.email} />
      {user.pending_referral_source && (
        <Entry
          name="How did you hear of us?"
          control={
            <EntryButton text="Tell us" of="how you heard of us" onClick={() => setDialog('referral')} />
          }
        >
          One tap, and we know where to say thank you.
        </Entry>
      )}
      {dialog === 'account' && (
        <AccountDialog user={user} onClose={close} onSaved={saved('Your account is saved.')} />
      )}
      {dialog === 'notifications' && (
        <NotificationsDialog preferences={user.notification_preferences} onClose={close} />
      )}
      {dialog === 'referral' && <ReferralDialog onClose={close} onSaved={saved('Thank you.')} />}
    </Section>
  );
}
