import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { GenresDialog } from '#src/features/genres/components/genres-dialog.tsx';
import { syncPlan } from '#src/features/plans/api/sync-plan.ts';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { setUser, useSession } from '#src/lib/session/session.ts';
import css from './plans.module.css';

/**
 * The page after payment: the server synchronizes the plan with the payment processor. Then it offers genres or
 * Discover.
 */
export function Component() {
  const navigate = useNavigate();
  const { user } = useSession();
  const [params] = useSearchParams();
  const [genresShown, setGenresShown] = useState(false);
  const session = params.get('session_id');
  const sync = useQuery({
    queryKey: ['plan-sync', session],
    queryFn: async () => {
      const synced = await syncPlan(session);
      setUser(synced);
      return synced;
    },
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const lead = sync.isFetching
    ? 'Confirming your plan with the payment service.'
    : `${sync.isSuccess ? 'Your plan is active. ' : ''}Select your genres, or start exploring.`;

  return (
    <Page title="Subscribed" heading="Thank you for subscribing" lead={lead} narrow>
      <FormNotice
        failure={
          sync.error
            ? `${plainMessageOf(sync.error)} If you have paid, your plan becomes active as soon as the payment is confirmed.`
            : undefined
        }
      />
      <div className={css.after}>
        <Button variant="primary" size="large" onClick={() => setGenresShown(true)} disabled={user === null}>
          Select Genres
        </Button>
        <ButtonLink to="/" size="large">
          Explore now
        </ButtonLink>
      </div>
      {genresShown && (
        <GenresDialog
          onClose={() => setGenresShown(false)}
          onSaved={() => void navigate('/')}
          backCloses={false}
        />
      )}
    </Page>
  );
}
