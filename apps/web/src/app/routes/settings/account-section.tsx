import type { User } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FormNotice } from '#src/components/ui/form.tsx';
import { notificationsSummary } from '#src/features/account/notifications.ts';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { requestPasswordReset, resetRequestFailure } from '#src/features/account/visitor-api.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { EmailSetting } from './email-setting.tsx';
import { AccountDialog, NotificationsDialog, PushSettings, ReferralDialog } from './lazy-dialogs.ts';
import { PlanSetting } from './plan-setting.tsx';
import { Section, Setting } from './section.tsx';
import { SessionsSetting } from './sessions-setting.tsx';
import { SettingButton } from './setting-button.tsx';

/** The password is changed through a link sent by email, as in password recovery. */
function PasswordSetting({ email }: { email: string }) {
  const request = useMutation({ mutationFn: () => requestPasswordReset(email) });
  return (
    <Setting
      name="Password"
      control={
        <SettingButton text="Reset" of="password" busy={request.isPending} onClick={() => request.mutate()} />
      }
    >
      <p>We email you a link to set a new password.</p>
      <FormNotice
        failure={resetRequestFailure(request.error)}
        success={request.isSuccess ? texts.resetRequested : undefined}
      />
    </Setting>
  );
}

/** Personal data, plan and notifications. */
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
      <Setting
        name={user.display_name}
        control={<SettingButton text="Edit" of="account" onClick={() => setDialog('account')} />}
      >
        {name && <p>{name}</p>}
      </Setting>
      <EmailSetting user={user} />
      <PlanSetting user={user} />
      <Setting
        name="Notifications"
        control={<SettingButton of="notifications" onClick={() => setDialog('notifications')} />}
      >
        {notificationsSummary(user.notification_preferences, user.digest_preferences)}
      </Setting>
      <PasswordSetting email={user.email} />
      <SessionsSetting />
      {user.pending_referral_source && (
        <Setting
          name="How did you hear about us?"
          control={
            <SettingButton text="Tell us" of="how you heard about us" onClick={() => setDialog('referral')} />
          }
        >
          Answer one question.
        </Setting>
      )}
      <Suspense>
        {dialog === 'account' && (
          <AccountDialog
            user={user}
            onClose={close}
            onSaved={(given) => {
              close();
              showToast(
                given.pending_email === null || given.pending_email === user.pending_email
                  ? 'Your account is saved.'
                  : `Open the link that we sent to ${given.pending_email} to finish the change.`,
              );
            }}
          />
        )}
        {dialog === 'notifications' && (
          <NotificationsDialog
            preferences={user.notification_preferences}
            digestPreferences={user.digest_preferences}
            onClose={close}
          >
            <PushSettings user={user} onSave={(change) => void saveSettings(change)} />
          </NotificationsDialog>
        )}
        {dialog === 'referral' && <ReferralDialog onClose={close} onSaved={saved('Thank you.')} />}
      </Suspense>
    </Section>
  );
}
