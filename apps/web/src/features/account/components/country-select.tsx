import type { User } from '@marquee/contracts';
import { COUNTRIES } from '@marquee/contracts/countries';
import { Select } from '#src/components/ui/select.tsx';
import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { countryName } from '#src/lib/screen/country-name.ts';
import { saveSettings } from '../save-settings.ts';

const choices = COUNTRIES.map((value) => ({ value, label: countryName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

/** The country whose offers the screens show. A choice is saved at once. */
export function CountrySelect({ user, labelHidden = false }: { user: User; labelHidden?: boolean }) {
  return (
    <Select
      label="Country"
      labelHidden={labelHidden}
      choices={choices}
      value={user.country}
      onChange={(country) => void saveSettings({ country }).then((saved) => saved && forgetTitles())}
    />
  );
}
