import type { User } from '@marquee/contracts';
import { Choice } from '#src/components/ui/choice.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { setTheme, useTheme } from '#src/lib/theme.ts';
import { Entry, Section } from './section.tsx';

const sources = [
  { value: 'metacritic', label: 'Metacritic' },
  { value: 'none', label: 'None' },
] as const;

const themes = [
  { value: 'system', label: 'As the device' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

/** How titles are rated and shown. */
export function ViewSection({ user }: { user: User }) {
  const theme = useTheme();
  return (
    <Section title="On screen">
      <Entry
        name="Critical rating source"
        control={
          <Choice
            label="Critical rating source"
            choices={sources}
            value={user.critical_rating_source}
            onChange={(source) => void saveSettings({ critical_rating_source: source })}
          />
        }
      >
        Whose score stands beside ours when you open a title.
      </Entry>
      <Entry
        name="Add tags while rating"
        control={
          <Switch
            label={<span className="visually-hidden">Add tags while rating</span>}
            checked={user.add_tags_while_rating}
            onChange={(on) => void saveSettings({ add_tags_while_rating: on })}
          />
        }
      >
        Offer words such as “atmospheric” along with the stars.
      </Entry>
      <Entry
        name="Theme"
        control={<Choice label="Theme" choices={themes} value={theme} onChange={setTheme} />}
      >
        Kept in this browser.
      </Entry>
    </Section>
  );
}
