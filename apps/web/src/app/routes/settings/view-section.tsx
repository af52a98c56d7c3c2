import type { User } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '#src/components/ui/choice.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { ratingSourcesQuery } from '#src/features/account/api.ts';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { forgetEpisodes } from '#src/features/series/api.ts';
import { setTheme, useTheme } from '#src/lib/screen/use-theme.ts';
import { CountrySetting } from './country-setting.tsx';
import { Section, Setting } from './section.tsx';
import css from './settings.module.css';
import { TimeZoneSetting } from './time-zone-setting.tsx';

const sources = [
  { value: 'metacritic', label: 'Metacritic' },
  { value: 'none', label: 'None' },
] as const;

const themes = [
  { value: 'system', label: 'Same as this device' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

/** Settings for ratings and display. */
export function ViewSection({ user }: { user: User }) {
  const theme = useTheme();
  const available = useQuery(ratingSourcesQuery);
  // Offer Metacritic also when the request failed, because the choice has no effect without scores.
  const hasScores = available.data?.includes('metacritic') ?? available.isError;
  return (
    <Section title="Display">
      <CountrySetting user={user} />
      <TimeZoneSetting user={user} />
      {hasScores ? (
        <Setting
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
          Shows the critics’ score of this source when you open a title.
        </Setting>
      ) : (
        <p className={css.line}>Critical rating source: {available.data && 'no critics’ scores yet'}</p>
      )}
      <Setting
        name="Add tags while rating"
        control={
          <Switch
            label={<span className="visually-hidden">Add tags while rating</span>}
            checked={user.add_tags_while_rating}
            onChange={(on) => void saveSettings({ add_tags_while_rating: on })}
          />
        }
      >
        Show tags such as “atmospheric” in the rating dialog.
      </Setting>
      <Setting
        name="Hide spoilers"
        control={
          <Switch
            label={<span className="visually-hidden">Hide spoilers</span>}
            checked={user.hide_spoilers}
            onChange={(on) => void saveSettings({ hide_spoilers: on }).then(forgetEpisodes)}
          />
        }
      >
        Names of episodes after your next one are shown when you have seen the one before.
      </Setting>
      <Setting
        name="Theme"
        control={<Choice label="Theme" choices={themes} value={theme} onChange={setTheme} />}
      >
        Saved in this browser.
      </Setting>
    </Section>
  );
}
