import { Prose } from '#src/components/ui/prose.tsx';
import { site } from '#src/config/site.ts';

/** The terms of service, shown as a page and in a dialog during sign-up. `isFree`: the server sells nothing. */
export function TermsText({ isFree }: { isFree: boolean }) {
  /** Returns the number of a section after section 4. The number is one lower when section 4 is left out. */
  const number = (section: number): number => (isFree ? section - 1 : section);
  return (
    <Prose dated="Last updated August 29, 2019">
      <p>
        These terms are an agreement between you and {site.name}. By creating an account or using the website
        or the apps (“the service”) you accept them. If you do not accept them, please do not use the service.
      </p>

      <h2>1. What the service is</h2>
      <p>
        {site.name} recommends movies and series and shows on which streaming services they can be watched. It
        is a guide: it does not stream, sell or rent titles. What a streaming service offers, and at what
        price, is decided by that service and can change at any time. Links open that service in a new tab,
        under its own terms.
      </p>

      <h2>2. Who may use it</h2>
      <p>
        You must be 18 or older to agree to these terms on your own. If you are 13 to 17, a parent or guardian
        must also agree to them before you accept them. The service is not meant for children under 13. If we
        learn that an account belongs to a child under 13, we delete it.
      </p>

      <h2>3. Your account</h2>
      <p>
        Give a true email address, keep your password to yourself, and tell us if someone else has used your
        account. Your display name is seen by people you share lists with; choose one that does not pretend to
        be someone else and does not insult anyone.
      </p>

      {!isFree && (
        <>
          <h2>4. Trial, plans and payment</h2>
          <ul>
            <li>A new account may begin with a free trial. Its length is shown before you sign up.</li>
            <li>
              Recurring plans renew at the end of each period until canceled. You can cancel at any time; you
              keep access until the end of the period you have paid for.
            </li>
            <li>One-time plans run for the period named and do not renew.</li>
            <li>
              Cards are charged by our payment processor. Subscriptions bought in the Apple or Google store
              are billed, changed and canceled there.
            </li>
            <li>We announce a change of price at least 30 days before it takes effect for you.</li>
          </ul>
        </>
      )}

      <h2>{number(5)}. What you add</h2>
      <p>
        Ratings, tags, lists and messages remain yours. You allow us to store and process them to run the
        service, and to show shared lists to the people you share them with. Do not add anything unlawful.
      </p>

      <h2>{number(6)}. What is not allowed</h2>
      <ul>
        <li>copying the catalogue or recommendations by automated means,</li>
        <li>getting round limits, checks or access rules,</li>
        <li>using the service to send unwanted messages,</li>
        <li>reselling access.</li>
      </ul>
      <p>We may suspend or close an account that breaks these rules.</p>

      <h2>{number(7)}. No warranty</h2>
      <p>
        The service is provided as it is. Recommendations are predictions, and availability is shown as we
        last saw it. We do not promise that either is right or that the service is always reachable.
      </p>

      <h2>{number(8)}. Limit of liability</h2>
      <p>
        As far as the law allows, our total liability for all claims is limited to the greater of US $100 or
        the amount you have paid us. We are not liable for indirect damage. Any claim must be brought within 1
        year after it arose.
      </p>

      <h2>{number(9)}. Disputes and arbitration</h2>
      <p>
        Before starting a proceeding, each side gives the other written notice and 30 days to settle the
        matter. A dispute that remains is decided by binding individual arbitration, not in court and not as a
        class action, unless it belongs before a small claims court.
      </p>
      <p>
        You may opt out of arbitration within 30 days of first accepting these terms by writing to{' '}
        {site.supportEmail} or {site.postalAddress}, with your name and the email address of your account.
        Opting out changes nothing else.
      </p>

      <h2>{number(10)}. Ending</h2>
      <p>
        You can delete your account at any time in the settings or at /delete_account. We may end the service
        or your account with 30 days’ notice, or at once if these terms are broken. Sections 5, 7, 8 and 9
        continue to apply.
      </p>

      <h2>{number(11)}. Changes</h2>
      <p>
        We may change these terms. Changes that matter are announced at least 30 days ahead; if you go on
        using the service after that, you accept them.
      </p>

      <h2>{number(12)}. Contact</h2>
      <p>
        <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>, {site.postalAddress}.
      </p>
    </Prose>
  );
}
