import type { User } from '@marquee/contracts';
import { CountrySelect } from '#src/features/account/components/country-select.tsx';
import { Setting } from './section.tsx';

/** The country whose offers the screens show. */
export function CountrySetting({ user }: { user: User }) {
  return (
    <Setting name="Country" control={<CountrySelect user={user} labelHidden />}>
      Streaming offers and prices are shown for this country.
    </Setting>
  );
}
