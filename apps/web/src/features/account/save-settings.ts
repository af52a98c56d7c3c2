import type { User } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { allFieldErrors, messageOf } from '#src/lib/http/errors.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { readSession, setUser } from '#src/lib/session/session.ts';
import { updateUser } from './api.ts';

/** Settings that are saved when their switch changes. */
export interface SettingsChange
  extends Partial<
    Pick<
      User,
      | 'critical_rating_source'
      | 'add_tags_while_rating'
      | 'unavailable_titles'
      | 'hide_spoilers'
      | 'country'
      | 'time_zone'
      | 'quiet_hours'
      | 'monthly_export'
    >
  > {
  notification_preferences?: Partial<User['notification_preferences']>;
  digest_preferences?: Partial<User['digest_preferences']>;
  push_preferences?: Partial<User['push_preferences']>;
}

const apply = (user: User, change: SettingsChange): User => ({
  ...user,
  ...change,
  notification_preferences: { ...user.notification_preferences, ...change.notification_preferences },
  digest_preferences: { ...user.digest_preferences, ...change.digest_preferences },
  push_preferences: { ...user.push_preferences, ...change.push_preferences },
});

/** The user of the last server reply while changes are pending. */
let confirmed: User | null = null;
let waiting = 0;

/** Shows the server's user after the last pending change. A user who logged out in between stays logged out. */
function settle(): void {
  waiting -= 1;
  const { user } = readSession();
  if (waiting > 0 || !confirmed || user?.id !== confirmed.id) return;
  // The filters are saved by calls of their own, which the server may do later than this one.
  setUser({ ...confirmed, preferences: user.preferences });
}

/**
 * Shows a change immediately, and saves the change after all pending changes. A failure restores the server's
 * value and shows a toast.
 * @returns whether the change was saved
 */
export async function saveSettings(change: SettingsChange): Promise<boolean> {
  const { user } = readSession();
  if (!user) return false;
  try {
    await writeOptimistically({
      scope: 'settings',
      patch: () => {
        if (waiting === 0) confirmed = user;
        waiting += 1;
        setUser(apply(user, change));
        return settle;
      },
      save: async () => {
        confirmed = await updateUser(change);
        settle();
      },
    });
    return true;
  } catch (error) {
    const fallback = texts.unknownSetting;
    showToast(allFieldErrors(error) ?? messageOf(error, fallback), { tone: 'failure' });
    return false;
  }
}
