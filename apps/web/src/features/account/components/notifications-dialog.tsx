import type { DigestPreferences, NotificationPreferences } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { SwitchList } from '#src/components/ui/switch-list.tsx';
import { NOTIFICATIONS } from '../notifications.ts';
import { saveSettings } from '../save-settings.ts';

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
        {NOTIFICATIONS.map(({ key, label }) => (
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
