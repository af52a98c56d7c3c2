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
            <strong>Account:</strong> email address and earlier ones, display name, a hash of your password,
            your country, time zone and settings, and, if you give them, your name, phone number, gender and
            birthdate. Where you heard of us, if you tell. Codes that we mail to you, as a hash and until they
            end, and which sessions have ended.
          </li>
          <li>
            <strong>Viewing information:</strong> the streaming services and genres you pick and what you say
            a service costs you, your ratings and tags, what you have seen, on which day and how often, of
            series which episodes and whether you go on with them, lists and who you share them with, hidden
            titles, titles that you put off for the evening, titles that you ask us for, offers that you
            report as wrong, the names that you give to your tastes, and which links to streaming services you
            follow. Also which news our emails have named.
          </li>
          <li>
            <strong>Files that you import:</strong> until you confirm or for a week; afterwards what they
            changed, so that you can undo it for 30 days, which titles came from them, titles that we do not
            have yet, and what you said that the columns of a table mean.
          </li>
          <li>
            <strong>Keys for scripts,</strong> if you make some: their names, what they may do, and the day of
            their last use.
          </li>
          <li>
            <strong>Notifications,</strong> if you switch some on: where your browser takes them, your quiet
            hours, and for three days what you were told of.
          </li>
          <li>
            <strong>Media servers,</strong> if you connect one: the account names that you enter, which titles
            were watched, and the last fifty reports, without their address and their body.
          </li>
          <li>
            <strong>Evenings together:</strong> who took part in a round, their ratings and votes, and who was
            invited or waits. A guest’s name and answers are erased twelve hours after the round has ended.
          </li>
          <li>
            <strong>A picture of your taste or of your year:</strong> its address, if you make a link to it.
            Whoever has the link sees what the picture says.
          </li>
          <li>
            <strong>Messages:</strong> feedback and contact messages, with the address you give, and emails
            until they are sent. If an address refuses our invitations, a keyed hash of it.
          </li>
          {!isFree && (
            <li>
              <strong>Subscription:</strong> which plan you have and until when, your numbers at Stripe, Apple
              or Google, payments that you began, and messages from them for 30 days.
            </li>
          )}
          <li>
            <strong>Technical records:</strong> your IP address for as long as a limit against abuse counts
            your requests, and solved bot checks until they expire. Our logs name accounts by a number only.
          </li>
        </ul>
        <p>
          From all ratings together we train a model that recommends titles. It holds numbers for titles and
          not for people.
        </p>

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
          People you share a list with see your display name and that list. In an evening together, the others
          see your name, whether you have answered, how likely you are to like a title if you show that, and,
          of the title that was chosen, one thing that you like about it and which of your services play it.
          Companies that host the service and deliver email process data on our instructions. We hand data to
          authorities only where the law obliges us to.
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
          On your device we store a login token and until when you are a member, the page to return to after
          logging in, your theme, your filters, your latest searches and which evening we have asked about,
          your place in a round as a guest, whether a series waits in Up next, and, until you close the tab,
          an unfinished sign-up and which pages the app was tried for. Your lists are saved there for reading
          without a connection, with the files of this app. One cookie says for 150 days that you have seen
          our cookie notice. There are no advertising or tracking cookies.
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
