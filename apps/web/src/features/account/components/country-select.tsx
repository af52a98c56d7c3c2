import type { User } from '@marquee/contracts';
import { COUNTRIES } from '@marquee/contracts/countries';
import { Select } from '#src/components/ui/select.tsx';
import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { countryName } from '#src/lib/screen/country-name.ts';
import { saveSettings } from '../save-settings.ts';

const choices = COUNTRIES.map((value) => ({ value, label: countryName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

async function save(country: string): Promise<void> {
  if (!(await saveSettings({ country }))) return;
  forgetTitles();
  // Each streaming service says how many titles it has in the country.
  await queryClient.invalidateQueries({ queryKey: ['providers'] });
}

/** The country whose offers the screens show. A choice is saved at once. */
export function CountrySelect({ user, labelHidden = false }: { user: User; labelHidden?: boolean }) {
  return (
    <Select
      label="Country"
      labelHidden={labelHidden}
      choices={choices}
      value={user.country}
      onChange={(country) => void save(country)}
    />
  );
}
