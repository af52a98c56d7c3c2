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
      heading="One program for all your streaming services"
      lead="Your streaming services are cinemas that you already pay for. Marquee prints the one program that they never will."
    >
      <Prose>
        <p>
          Repertory cinemas used to hand out a folded sheet: everything showing this month, chosen by someone
          who had seen it, with the day and the hour. You read it once and knew your evenings.
        </p>
        <p>
          Streaming took the sheet away. Each service shows only its own shelves, in an order that serves the
          service. Marquee puts the sheet back. You tell it which services you have and what you thought of a
          few titles; it tells you what to watch next, how sure it is, why, and on which of your services it
          plays.
        </p>
        <h2>What we hold to</h2>
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
