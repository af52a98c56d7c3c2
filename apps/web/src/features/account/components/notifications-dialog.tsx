import type { DigestPreferences, NotificationPreferences } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { SwitchList } from '#src/components/ui/switch-list.tsx';
import { saveSettings } from '../save-settings.ts';

const kinds: readonly { key: keyof NotificationPreferences; label: string }[] = [
  { key: 'shared_list', label: 'Someone shares a list with me' },
  { key: 'accepted_list', label: 'Someone joins my list' },
  { key: 'added_medium_to_list', label: 'A title is added to a shared list' },
  { key: 'removed_medium_from_list', label: 'A title is removed from a shared list' },
  { key: 'deleted_list', label: 'A shared list is deleted' },
  { key: 'rate_movie_watched', label: 'I followed a link to a title and have not rated it' },
];

/** Returns the number of email notifications that are on, in words. */
export function notificationsSummary(
  preferences: NotificationPreferences,
  digestPreferences: DigestPreferences,
): string {
  const all = [...kinds.map(({ key }) => preferences[key]), digestPreferences.news];
  const on = all.filter(Boolean).length;
  if (on === all.length) return 'All email notifications are on.';
  return on === 0 ? 'All email notifications are off.' : `${on} of ${all.length} email notifications are on.`;
}

/** The notification preferences and the weekly email, and as `children` those of this device. Each switch is saved immediately. */
export function NotificationsDialog({
  preferences,
  digestPreferences,
  children,
  onClose,
}: {
  preferences: NotificationPreferences;
  digestPreferences: DigestPreferences;
  children?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog title="Email me when" onClose={onClose}>
      <SwitchList>
        {kinds.map(({ key, label }) => (
          <li key={key}>
            <Switch
              label={label}
              checked={preferences[key]}
              onChange={(on) => void saveSettings({ notification_preferences: { [key]: on } })}
            />
          </li>
        ))}
      </SwitchList>
      <SwitchList heading="Once a week">
        <li>
          <Switch
            label="There is news about my lists, or a new title for me"
            checked={digestPreferences.news}
            onChange={(news) => void saveSettings({ digest_preferences: { news } })}
          />
        </li>
      </SwitchList>
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
