import type { User } from '@marquee/contracts';
import { SUMMARY_MAX } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { PartError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { saveSettings } from '#src/features/account/save-settings.ts';
import { genresQuery, providersQuery } from '#src/features/preferences/api.ts';
import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { GenresDialog, ProvidersDialog } from './lazy-dialogs.ts';
import { Section, Setting, SwitchSetting } from './section.tsx';
import { SettingButton } from './setting-button.tsx';
import css from './settings.module.css';

interface Item {
  id: number;
  name: string;
  image?: string;
}

/** Up to four names, then '+N more'. Shows `none` when there are no items. */
function Summary({ label, items, none }: { label: string; items: readonly Item[]; none: string }) {
  const more = items.length - SUMMARY_MAX;
  if (items.length === 0) return <p className={css.awaited}>{none}</p>;
  return (
    <ul className={cx(css.summary, css.awaited)} aria-label={label}>
      {items.slice(0, SUMMARY_MAX).map(({ id, name, image }) => (
        <li key={id}>
          {image && <img src={image} alt="" width={24} height={24} />}
          {name}
        </li>
      ))}
      {more > 0 && <li>{texts.moreNames.replace('N', String(more))}</li>}
    </ul>
  );
}

/** In place of a summary that is loading or could not be loaded. */
function SummaryStatus({ of }: { of: UseQueryResult<unknown> }) {
  if (of.isError) return <PartError text="We could not load this." of={of} />;
  return (
    <div className={css.awaited}>
      <Skeleton width="70%" height="1.5rem" />
    </div>
  );
}

/** Streaming services, genres, unavailable titles and hidden titles. */
export function TasteSection({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'services' | 'genres' | null>(null);
  const services = useQuery(providersQuery);
  const genres = useQuery(genresQuery);
  const close = () => setDialog(null);
  const saved = (text: string) => () => {
    close();
    showToast(text);
  };
  const own = new Set(services.data?.user_medium_provider_ids);

  return (
    <Section title="Your taste">
      <Setting
        name="Streaming services"
        control={<SettingButton of="streaming services" onClick={() => setDialog('services')} />}
      >
        {services.data ? (
          <Summary
            label="Your streaming services"
            items={services.data.medium_providers.filter((service) => own.has(service.id))}
            none="No streaming services chosen, so we recommend from all of them."
          />
        ) : (
          <SummaryStatus of={services} />
        )}
      </Setting>
      <Setting name="Genres" control={<SettingButton of="genres" onClick={() => setDialog('genres')} />}>
        {genres.data ? (
          <Summary
            label="Your genres"
            items={genres.data
              .filter((genre) => genre.active)
              .map((genre) => ({ id: genre.id, name: genre.medium_genre.title }))}
            none="No genres chosen, so we recommend by your ratings only."
          />
        ) : (
          <SummaryStatus of={genres} />
        )}
      </Setting>
      <Setting
        name="Your taste in a chart"
        control={
          <ButtonLink to={paths.taste} variant="plain" className={css.button} aria-label="Show your taste">
            Show
          </ButtonLink>
        }
      >
        What your ratings say about genres, decades and people.
      </Setting>
      <SwitchSetting
        name="Unavailable titles"
        checked={user.unavailable_titles}
        onChange={(on) => {
          void saveSettings({ unavailable_titles: on }).then(forgetTitles);
        }}
      >
        Also recommend titles that no streaming service carries now.
      </SwitchSetting>
      <Setting
        name="Hidden titles"
        control={
          <ButtonLink
            to={paths.hidden}
            variant="plain"
            className={css.button}
            aria-label="Show hidden titles"
          >
            Show
          </ButtonLink>
        }
      >
        You can unhide titles there.
      </Setting>
      <Suspense>
        {dialog === 'services' && (
          <ProvidersDialog onClose={close} onSaved={saved('Streaming services saved.')} />
        )}
        {dialog === 'genres' && <GenresDialog onClose={close} onSaved={saved('Genres saved.')} />}
      </Suspense>
    </Section>
  );
}
