import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { Prose } from '#src/components/ui/prose.tsx';
import { site } from '#src/config/site.ts';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';

export function Component() {
  const isFree = useBillingOff();
  return (
    <Page title="Privacy Policy" lead="No ads, no spam, no robotexts, and nothing sold to anyone.">
      <Prose dated="Effective June 8, 2022">
        <p>
          This policy says what {site.name} keeps about you, why, for how long, and what you can do about it.
        </p>

        <h2>What we keep</h2>
        <ul>
          <li>
            <strong>Account:</strong> email address, display name, a hash of your password, and, if you give
            them, your name, phone number, gender and birthdate.
          </li>
          <li>
            <strong>Viewing information:</strong> the streaming services and genres you pick, your ratings and
            tags, lists, hidden titles, and which links to streaming services you follow.
          </li>
          <li>
            <strong>Messages:</strong> feedback and contact messages, with the address you give.
          </li>
          {!isFree && (
            <li>
              <strong>Subscription:</strong> which plan you have and until when.
            </li>
          )}
          <li>
            <strong>Technical records:</strong> your IP address and the time of each request, to keep the
            service running and to prevent abuse.
          </li>
        </ul>

        <h2>What we use it for</h2>
        <p>
          To recommend titles, to show which of your streaming services have them, to share lists with the
          people you choose, {!isFree && 'to bill your plan, '}and to answer you. We do not show advertising
          and do not sell or rent personal data.
        </p>

        {!isFree && (
          <>
            <h2>Payment</h2>
            <p>
              Payments are handled by Stripe, our card payment processor, or by the Apple App Store or Google
              Play when you subscribe there. Card details go straight to them; we never see or store them.
            </p>
          </>
        )}

        <h2>Who else sees it</h2>
        <p>
          People you share a list with see your display name and that list. Companies that host the service
          and deliver email process data on our instructions. We hand data to authorities only where the law
          obliges us to.
        </p>

        <h2>How long</h2>
        <p>
          Account data is kept while you have an account, and erased when you delete it. Viewing information
          may be kept for up to 10 years. It is erased when you delete your account. Contact messages are kept
          for 24 months.
        </p>
        {!isFree && (
          <p>
            A free trial is given once. To make sure of this, we keep a keyed hash of each email address that
            had a trial for 24 months, also after deletion. The hash cannot be turned back into the address.
          </p>
        )}

        <h2>Cookies and local storage</h2>
        <p>
          We store a login token, your theme, your filters and, for 150 days, that you have seen our cookie
          notice. There are no advertising or tracking cookies.
        </p>

        <h2>Your rights</h2>
        <p>
          You can see and correct your data in the settings, export all of it as a file, and{' '}
          <Link to={paths.deletion}>delete your account</Link>. You can unsubscribe from each kind of email
          with one click in the email itself.
        </p>

        <h2>Children</h2>
        <p>
          The service is not meant for children under 13. If we learn that data belongs to a child under 13,
          we delete it.
        </p>

        <h2>Changes and questions</h2>
        <p>
          We announce changes that matter by email before they take effect. Write to{' '}
          <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a> or {site.postalAddress}.
        </p>
      </Prose>
    </Page>
  );
}
