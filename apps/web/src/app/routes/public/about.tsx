import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { Prose } from '#src/components/ui/prose.tsx';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';
import { useSession } from '#src/lib/session/session.ts';

export function Component() {
  const { state } = useSession();
  const isFree = useBillingOff();
  return (
    <Page
      title="About"
      heading="One guide to all your streaming services"
      lead="Marquee recommends movies and series, and shows on which of your streaming services each one plays."
    >
      <Prose>
        <p>
          Each streaming service shows only its own titles. Marquee shows the titles of all your streaming
          services together, ordered by your taste.
        </p>
        <p>
          You choose your streaming services and rate a few titles that you have seen. For each
          recommendation, Marquee shows how likely you are to like it, which of your ratings are the reason,
          and where it plays.
        </p>
        <h2>What we promise</h2>
        <ul>
          <li>We are a guide. We stream nothing and favor no service.</li>
          <li>
            {isFree ? 'No advertising' : 'Our only income is your subscription: no advertising'}, no selling
            of data.
          </li>
          <li>A prediction comes with its reasons, and you can always disagree with it.</li>
          <li>Each offer shows its source and when it was last checked.</li>
        </ul>
        <p>
          More in the <Link to={paths.faq}>questions and answers</Link>, or{' '}
          <Link to={paths.contact}>write to us</Link>.
        </p>
      </Prose>
      {state === 'visitor' && (
        <div>
          <ButtonLink to={paths.register} variant="primary" size="large">
            Sign up
          </ButtonLink>
        </div>
      )}
    </Page>
  );
}
