import * as paths from '@marquee/contracts/paths';
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Evenings } from '#src/features/rounds/components/evenings.tsx';
import { JoinByCode } from '#src/features/rounds/components/join-by-code.tsx';
import { Part } from '#src/features/rounds/components/part.tsx';
import roundCss from '#src/features/rounds/components/round.module.css';
import { StartRound } from '#src/features/rounds/components/start-round.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { WaitingRoom } from './waiting-room.tsx';

const LEAD = 'Two to six people, one title. Everybody uses their own phone.';

/** Starts a round and lists the evenings of a member. Everybody joins here by the code that a host reads out. */
export function Component() {
  const { state } = useSession();
  const [params] = useSearchParams();
  const shortCode = params.get('code');
  const asMember = state === 'member';
  if (state === 'loading')
    return (
      <Page title="Together" lead={LEAD}>
        <Skeleton height="20rem" />
      </Page>
    );
  if (shortCode !== null)
    return (
      <Page title="Together">
        <WaitingRoom key={shortCode} shortCode={shortCode} asMember={asMember} />
      </Page>
    );
  return (
    <Page title="Together" lead={LEAD}>
      <div className={roundCss.halves}>
        {asMember && (
          <Part title="Start a round">
            <StartRound />
          </Part>
        )}
        <div className={roundCss.stack}>
          <Part title="Join a round">
            <JoinByCode />
          </Part>
          {asMember ? (
            <Part title="Your evenings">
              <Evenings />
            </Part>
          ) : (
            <p>
              No account is needed to join. <Link to={paths.login}>Log in</Link> to start a round of your own.
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}
