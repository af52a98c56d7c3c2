import type { User } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '#src/components/ui/choice.tsx';
import { ratingSourcesQuery } from '#src/features/account/api.ts';
import { CountrySelect } from '#src/features/account/components/country-select.tsx';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { forgetEpisodes } from '#src/features/series/api.ts';
import { setTheme, useTheme } from '#src/lib/screen/use-theme.ts';
import { Section, Setting, SwitchSetting } from './section.tsx';
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
      <Setting name="Country" control={<CountrySelect user={user} labelHidden />}>
        Streaming offers and prices are shown for this country.
      </Setting>
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
      <SwitchSetting
        name="Add tags while rating"
        checked={user.add_tags_while_rating}
        onChange={(on) => void saveSettings({ add_tags_while_rating: on })}
      >
        Show tags such as “atmospheric” in the rating dialog.
      </SwitchSetting>
      <SwitchSetting
        name="Hide spoilers"
        checked={user.hide_spoilers}
        onChange={(on) => void saveSettings({ hide_spoilers: on }).then(forgetEpisodes)}
      >
        Names of episodes after your next one are shown when you have seen the one before.
      </SwitchSetting>
      <Setting
        name="Theme"
        control={<Choice label="Theme" choices={themes} value={theme} onChange={setTheme} />}
      >
        Saved in this browser.
      </Setting>
    </Section>
  );
}
