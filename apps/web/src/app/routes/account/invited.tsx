import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { invitationQuery } from '#src/features/lists/sharing-api.ts';
import { prefillEmail } from '#src/features/sign-up/hooks/use-draft.ts';
import { saveRedirect } from '#src/lib/session/redirect-to.ts';
import css from './invited.module.css';
import { Component as Login } from './login.tsx';
import { Component as Register } from './register.tsx';

/**
 * An invitation link for visitors. Shows inviter and list above the login, or above the sign-up when the invited
 * address has no account.
 */
export function Invited({ code, answer }: { code: string; answer: 'accept' | 'reject' }) {
  const { data: invitation, error, refetch } = useQuery(invitationQuery(code));
  const isDead = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isDead) saveRedirect(null);
  }, [isDead]);

  if (isDead) {
    return (
      <EmptyState
        title="Invitation no longer open"
        text="This invitation is no longer open."
        more="It was answered or withdrawn, or it has expired. Ask for a new one, or log in to see your lists."
        action={<ButtonLink to={paths.login}>{texts.login}</ButtonLink>}
      />
    );
  }
  if (error) return <QueryError of={{ error, refetch }} />;
  if (!invitation) return <Skeleton height="24rem" />;

  const { email, inviter_name, list_name, has_account } = invitation;
  return (
    <>
      <section className={css.invitation} aria-label="Invitation">
        <h2>
          {inviter_name} invites you to the list “{list_name}”
        </h2>
        <p>
          {has_account ? 'Log in' : 'Sign up'} with <strong>{email}</strong> to {answer} it.
          {answer === 'reject' && !has_account && ' You can also ignore the invitation; it expires.'}
        </p>
      </section>
      {has_account ? <Login /> : <RegisterWith email={email} />}
    </>
  );
}

/**
 * The sign-up with the invited email filled in. The email is filled in only once, so that the visitor can
 * change the email.
 */
function RegisterWith({ email }: { email: string }) {
  useState(() => prefillEmail(email));
  return <Register />;
}
