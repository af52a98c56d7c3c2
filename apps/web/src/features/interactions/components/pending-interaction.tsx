import type { UserInteraction } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { interactionsQuery } from '../api.ts';
import css from './pending-interaction.module.css';

/** The latest unanswered interaction as one line. Renders nothing when every interaction is answered. */
export function PendingInteraction({ onOpen }: { onOpen: (interaction: UserInteraction) => void }) {
  const isMember = useSession().state === 'member';
  const { data } = useQuery({ ...interactionsQuery, enabled: isMember });
  const first = data?.[0];
  if (!first) return null;
  return (
    <p className={css.line}>
      <span>
        Did you watch <strong>{first.title}</strong>?
      </span>
      <Button variant="plain" onClick={() => onOpen(first)}>
        Tell us how it was
      </Button>
    </p>
  );
}
