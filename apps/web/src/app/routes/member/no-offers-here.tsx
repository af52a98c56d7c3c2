import * as paths from '@marquee/contracts/paths';
import { withArticle } from '@marquee/contracts/with-article';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { countriesQuery } from '#src/features/titles/api.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { inWords } from '#src/features/titles/facts.ts';
import { countryName } from '#src/lib/screen/country-name.ts';

/** Discover in a country without offers: names the countries that have some, and offers titles without offers. */
export function NoOffersHere({
  country,
  otherwise,
  onShowTitles,
}: {
  country: string;
  /** Shown in a country with offers. */
  otherwise: ReactNode;
  /** Called before titles without offers are allowed. */
  onShowTitles: () => void;
}) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(countriesQuery);
  if (isPending) return null;
  if (!data || data.some(({ code }) => code === country)) return otherwise;
  const others = data.map(({ code }) => withArticle(countryName(code)));
  const showTitles = async () => {
    onShowTitles();
    if (await saveSettings({ unavailable_titles: true }))
      await client.invalidateQueries({ queryKey: mediaKeys.all });
  };
  return (
    <EmptyState
      text={`There are no streaming offers for ${withArticle(countryName(country))} yet.`}
      more={
        <>
          {others.length > 0 && <>There are offers for {inWords.format(others)}. </>}
          Search and your lists still work. You can choose another country in the{' '}
          <Link to={paths.settings}>settings</Link>, or see titles without offers.
        </>
      }
      action={
        <Button variant="primary" onClick={() => void showTitles()}>
          Show titles without offers
        </Button>
      }
    />
  );
}
