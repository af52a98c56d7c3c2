import { Page } from '#src/components/ui/page.tsx';
import { Evenings } from '#src/features/rounds/components/evenings.tsx';
import { JoinByCode } from '#src/features/rounds/components/join-by-code.tsx';
import { Part } from '#src/features/rounds/components/part.tsx';
import { StartRound } from '#src/features/rounds/components/start-round.tsx';

/** Starts or joins a round, and lists the member's evenings. */
export function Component() {
  return (
    <Page title="Together" lead="Two to six people, one title. Everybody uses their own phone.">
      <StartRound />
      <Part title="Join a round">
        <JoinByCode />
      </Part>
      <Part title="Your evenings">
        <Evenings />
      </Part>
    </Page>
  );
}
