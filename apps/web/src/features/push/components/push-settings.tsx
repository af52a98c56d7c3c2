import type { PushPreferences, User } from '@marquee/contracts';
import { QUIET_HOURS } from '@marquee/contracts/constants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Field } from '#src/components/ui/field.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { SwitchList } from '#src/components/ui/switch-list.tsx';
import { messageOf } from '#src/lib/http/errors.ts';
import { pushKeyQuery } from '../api.ts';
import { askAndSubscribe, canSubscribe, isSubscribedQuery, unsubscribe } from '../subscribe.ts';
import css from './push-settings.module.css';

const kinds: readonly { key: keyof PushPreferences; label: string }[] = [
  { key: 'episode', label: 'An episode of a series that I watch is out' },
  { key: 'saved', label: 'A title that I saved comes, or leaves in three days' },
  { key: 'invitation', label: 'Someone shares a list with me' },
  { key: 'round', label: 'A friend is choosing a title and waits for me' },
];

interface Change {
  push_preferences?: Partial<PushPreferences>;
  quiet_hours?: User['quiet_hours'];
}

const NOT_ALLOWED =
  'This browser does not allow Marquee to show notifications. Allow it in the settings of the browser, and try again.';

/**
 * What the member is told while the app is closed, and whether on this device. The browser asks only after the first switch is
 * turned on.
 */
export function PushSettings({
  user: { push_preferences: preferences, quiet_hours: hours },
  onSave,
}: {
  user: Pick<User, 'push_preferences' | 'quiet_hours'>;
  onSave: (change: Change) => void;
}) {
  const { data: publicKey } = useQuery({ ...pushKeyQuery, enabled: canSubscribe() });
  const { data: isSubscribed = false } = useQuery({ ...isSubscribedQuery, enabled: canSubscribe() });
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(isSubscribedQuery);
  /** Without a key only this device is turned on. */
  const turnOn = useMutation({
    mutationFn: async ({ key, on: publicKeyOf }: { key?: keyof PushPreferences; on: string }) => {
      if (!(await askAndSubscribe(publicKeyOf))) throw new Error(NOT_ALLOWED);
      if (key) onSave({ push_preferences: { [key]: true } });
    },
    onSettled: refresh,
  });
  const turnOff = useMutation({ mutationFn: unsubscribe, onSettled: refresh });
  if (typeof publicKey !== 'string') return null;
  const isAnyOn = Object.values(preferences).includes(true);
  const failure = turnOn.error ?? turnOff.error;
  const stop = (key: keyof PushPreferences) => {
    onSave({ push_preferences: { [key]: false } });
    if (!Object.values({ ...preferences, [key]: false }).includes(true)) turnOff.mutate();
  };
  return (
    <>
      <SwitchList heading="Tell me when">
        {kinds.map(({ key, label }) => (
          <li key={key}>
            <Switch
              label={label}
              checked={preferences[key] || (turnOn.isPending && turnOn.variables.key === key)}
              onChange={(on) => (on ? turnOn.mutate({ key, on: publicKey }) : stop(key))}
            />
          </li>
        ))}
        {isAnyOn && (
          <li>
            <Switch
              label="On this device"
              checked={isSubscribed}
              onChange={(on) => (on ? turnOn.mutate({ on: publicKey }) : turnOff.mutate())}
            />
          </li>
        )}
        {isAnyOn && (
          <li>
            <Switch
              label="Not at night"
              checked={hours !== null}
              onChange={(on) => onSave({ quiet_hours: on ? QUIET_HOURS : null })}
            />
            {hours && (
              <div className={css.hours}>
                {(['from', 'to'] as const).map((end) => (
                  <Field
                    key={end}
                    label={end === 'from' ? 'From' : 'Until'}
                    type="time"
                    value={hours[end]}
                    onChange={({ target: { value } }) =>
                      value && onSave({ quiet_hours: { ...hours, [end]: value } })
                    }
                  />
                ))}
              </div>
            )}
          </li>
        )}
      </SwitchList>
      <FormNotice
        failure={
          failure
            ? failure.message === NOT_ALLOWED
              ? NOT_ALLOWED
              : messageOf(failure, 'This was not changed on this device. Please try again.')
            : undefined
        }
      />
    </>
  );
}
