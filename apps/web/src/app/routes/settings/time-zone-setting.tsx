import type { User } from '@marquee/contracts';
import { Select } from '#src/components/ui/select.tsx';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { Setting } from './section.tsx';

const UTC = 'UTC';
const zones = [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];
const labelOf = (zone: string): string => zone.replaceAll('_', ' ');

/** The time zone in which the member's days begin. */
export function TimeZoneSetting({ user }: { user: User }) {
  const value = user.time_zone ?? UTC;
  // A browser may know the zone of another device by an older name only.
  const known = zones.includes(value) ? zones : [value, ...zones];
  return (
    <Setting
      name="Time zone"
      control={
        <Select
          label="Time zone"
          labelHidden
          choices={known.map((zone) => ({ value: zone, label: labelOf(zone) }))}
          value={value}
          onChange={(time_zone) => void saveSettings({ time_zone })}
        />
      }
    >
      Your diary and your exports show the days of this time zone.
    </Setting>
  );
}
