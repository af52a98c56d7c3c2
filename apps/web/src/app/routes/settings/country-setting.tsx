import type { User } from '@marquee/contracts';
import { COUNTRIES } from '@marquee/contracts/countries';
import { Select } from '#src/components/ui/select.tsx';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { countryName } from '#src/lib/screen/country-name.ts';
import { Setting } from './section.tsx';

const choices = COUNTRIES.map((value) => ({ value, label: countryName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

/** The country whose offers the screens show. */
export function CountrySetting({ user }: { user: User }) {
  return (
    <Setting
      name="Country"
      control={
        <Select
          label="Country"
          labelHidden
          choices={choices}
          value={user.country}
          onChange={(country) => void saveSettings({ country }).then((saved) => saved && forgetTitles())}
        />
      }
    >
      Streaming offers and prices are shown for this country.
    </Setting>
  );
}
