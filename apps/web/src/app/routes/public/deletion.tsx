import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { Prose } from '#src/components/ui/prose.tsx';
import { site } from '#src/config/site.ts';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';

/** Explains how to have personal data deleted. */
export function Component() {
  const isFree = useBillingOff();
  return (
    <Page title="Data deletion" lead="How to delete your account and your data.">
      <Prose>
        <h2>If you can log in</h2>
        <ol>
          <li>
            <Link to={paths.login}>Log in</Link> and open <Link to={paths.deleteAccount}>Delete account</Link>
            .
          </li>
          <li>
            Confirm, with your password if you logged in more than ten minutes ago. The account is deleted
            immediately.
          </li>
        </ol>

        <h2>If you cannot log in</h2>
        <ol>
          <li>
            Open <Link to={paths.deleteAccount}>Delete account</Link> and type the email address of the
            account.
          </li>
          <li>Open the link in the email we send. It is valid for 24 hours.</li>
          <li>Confirm there. The account is deleted immediately.</li>
        </ol>

        <h2>What happens</h2>
        <ul>
          <li>Your name, email address, ratings, lists, hidden titles and settings are erased.</li>
          <li>People you shared a list with lose access to it.</li>
          {!isFree && (
            <>
              <li>A subscription paid by card is canceled immediately.</li>
              <li>
                A subscription bought in the Apple or Google store is not canceled. Cancel it in the store.
              </li>
              <li>
                If you had a free trial, we keep a keyed hash of your email address for up to 24 months,
                because a trial is given once. The hash cannot be turned back into the address.
              </li>
            </>
          )}
        </ul>
        <p>
          If anything goes wrong, write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
        </p>
      </Prose>
    </Page>
  );
}
