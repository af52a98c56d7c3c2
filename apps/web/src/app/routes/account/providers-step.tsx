import type { CallReply } from '@marquee/contracts/client';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { CountrySelect } from '#src/features/account/components/country-select.tsx';
import {
  genresQuery,
  providersQuery,
  saveGenres,
  savePreference,
  saveProviders,
} from '#src/features/preferences/api.ts';
import { GenresPicker } from '#src/features/preferences/components/genres-picker.tsx';
import { ProvidersPicker } from '#src/features/preferences/components/providers-picker.tsx';
import { patchSignupStep } from '#src/features/sign-up/api.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { setUser, useSession } from '#src/lib/session/session.ts';
import css from './register.module.css';

/** A streaming service with fewer titles would leave a new member with an empty Discover. Settings offer all of them. */
const TITLES_MIN = 50;

type Services = CallReply<'GET /api/v1/user_medium_providers'>['medium_providers'];

/** Returns the services to choose from: all of them where none has enough titles. */
function offered(services: Services, chosen: ReadonlySet<number>): Services {
  const large = services.filter(({ titles }) => titles >= TITLES_MIN);
  return large.length === 0
    ? services
    : services.filter(({ id, titles }) => titles >= TITLES_MIN || chosen.has(id));
}

/**
 * Step 4: streaming services, and below them the genres, which are optional and need no step of their own. Save sets
 * signup_step 5 and turns the filter "All streaming services" off.
 */
export function ProvidersStep({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { user } = useSession();
  const trialEnd = user?.trial_ends_at;
  const { data, error: loadError, refetch } = useQuery(providersQuery);
  const [picked, setPicked] = useState<Set<number> | null>(null);
  const chosen = picked ?? new Set(data?.user_medium_provider_ids);
  const { data: genres = [] } = useQuery(genresQuery);
  const [pickedGenres, setPickedGenres] = useState<Set<number> | null>(null);
  const chosenGenres = pickedGenres ?? new Set(genres.filter(({ active }) => active).map(({ id }) => id));
  const genresSave = useMutation({ mutationFn: saveGenres });
  const save = useMutation({
    mutationFn: async () => {
      await saveProviders([...chosen]);
      if (chosen.size > 0) await savePreference({ key: 'filter_all_streaming_services', value: 'false' });
      if (pickedGenres) await genresSave.mutateAsync([...pickedGenres]);
      return patchSignupStep(SIGNUP_STEP.complete);
    },
    onSuccess: async (saved) => {
      // With the step in the history entry, Back shows the streaming services again.
      if (pathname === paths.register) await navigate('?step=4', { replace: true });
      onDone();
      setUser(saved);
      // A redirect target takes precedence and replaces this address.
      void navigate(saved.trial_or_subscribed ? paths.welcomeRate : '/');
    },
  });
  const error = save.error ?? loadError;
  const { failure } = useFormErrors(error, genresSave.isError ? texts.unknownGenres : texts.unknownProviders);

  return (
    <Form label="Streaming services" onSubmit={() => data && !save.isPending && save.mutate()}>
      {user && (
        <div>
          <CountrySelect user={user} />
        </div>
      )}
      {data ? (
        <div>
          <ProvidersPicker
            services={offered(data.medium_providers, chosen)}
            chosen={chosen}
            onChange={setPicked}
          />
        </div>
      ) : (
        !loadError && <Skeleton height="19rem" />
      )}
      {genres.length > 0 && (
        <section className={`stack gap-4 ${css.genres}`} aria-labelledby="genres">
          <h2 id="genres">And what do you like?</h2>
          <p className="soft">
            If you pick a few genres, they come first until you have rated enough titles.
          </p>
          <GenresPicker genres={genres} chosen={chosenGenres} onChange={setPickedGenres} />
        </section>
      )}
      <FormNotice failure={failure} />
      {loadError && <Button onClick={() => void refetch()}>Try again</Button>}
      <Button type="submit" variant="primary" size="large" wide busy={save.isPending} disabled={!data}>
        {texts.save}
      </Button>
      {trialEnd && (
        <p className="soft">Your free trial runs until {formatDate(trialEnd)}. It needs no card.</p>
      )}
    </Form>
  );
}
