import type { User } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { ReferralDialog } from '#src/features/account/components/referral-dialog.tsx';
import { usePlanSync } from '#src/features/plans/hooks/use-plan-sync.ts';
import { isBillingOff, plansQuery } from '#src/features/plans/offered-plans.ts';
import { planInWords } from '#src/features/plans/plan-rules.ts';
import { GenresDialog } from '#src/features/preferences/components/genres-dialog.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { useSession } from '#src/lib/session/session.ts';
import css from './plans.module.css';

/** Shown when the session ended during the payment. */
function LoggedOut() {
  return (
    <Page
      title="Your plan"
      heading="Thank you"
      lead="Log in to see your plan. A payment that you have made is not lost."
      narrow
    >
      <ButtonLink to={paths.login} variant="primary" size="large">
        {texts.login}
      </ButtonLink>
    </Page>
  );
}

/** Shown when the payment processor reports no payment yet, or does not answer. */
function Unconfirmed({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  return (
    <Page
      title="Payment not confirmed"
      heading="Your payment is not confirmed yet"
      lead="If you have paid, your plan becomes active as soon as the payment is confirmed. You are not charged twice."
      narrow
    >
      <FormNotice failure={failureOf(error)} />
      <div className={`wrap ${css.after}`}>
        <Button variant="primary" size="large" busy={busy} onClick={onRetry}>
          Check again
        </Button>
        <ButtonLink to={paths.plans} size="large">
          Back to the plans
        </ButtonLink>
      </div>
    </Page>
  );
}

function Subscribed({ user }: { user: User }) {
  const navigate = useNavigate();
  const { data } = useQuery(plansQuery);
  const [dialog, setDialog] = useState<'referral' | 'genres' | null>(null);
  return (
    <Page
      title="Subscribed"
      heading="Thank you for subscribing"
      lead={`${planInWords(user, data?.plans)} Select your genres, or start exploring.`}
      narrow
    >
      <div className={`wrap ${css.after}`}>
        <Button variant="primary" size="large" onClick={() => setDialog('genres')}>
          {texts.selectGenres}
        </Button>
        <ButtonLink to="/" size="large">
          {texts.exploreNow}
        </ButtonLink>
        {user.pending_referral_source && (
          <Button variant="plain" onClick={() => setDialog('referral')}>
            Tell us how you heard about us
          </Button>
        )}
      </div>
      {dialog === 'referral' && (
        <ReferralDialog
          onClose={() => setDialog(null)}
          onSaved={() => {
            setDialog(null);
            showToast('Thank you.');
          }}
        />
      )}
      {dialog === 'genres' && (
        <GenresDialog onClose={() => setDialog(null)} onSaved={() => void navigate('/')} backCloses={false} />
      )}
    </Page>
  );
}

/**
 * The page after payment: the server synchronizes the plan with the payment processor. The page then thanks
 * for the plan and offers genres, Discover, and the question how the user heard of Marquee.
 */
export function CheckoutSuccess() {
  const { state, user } = useSession();
  const [params] = useSearchParams();
  const session = params.get('session_id');
  const { data: offers, isPending } = useQuery(plansQuery);
  const isOff = offers !== undefined && isBillingOff(offers);
  // With BILLING=off the API has no call that synchronizes the plan.
  const sync = usePlanSync(isPending || isOff ? null : (session ?? 'none'), session);

  if (isOff) return <Navigate to="/" replace />;
  if (state === 'visitor') return <LoggedOut />;
  if (sync.isPending || user === null) {
    return (
      <Page
        title="Confirming your plan"
        heading="One moment"
        lead="Your plan is being confirmed with the payment processor."
        narrow
      >
        {null}
      </Page>
    );
  }
  if (!sync.data?.subscribed) {
    return <Unconfirmed error={sync.error} busy={sync.isFetching} onRetry={() => void sync.refetch()} />;
  }
  return <Subscribed user={user} />;
}
