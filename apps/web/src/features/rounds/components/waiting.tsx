import type { Round } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { answerWaiting } from '../api.ts';
import { Part } from './part.tsx';
import css from './round.module.css';

/** Those who came by the short code. The host lets them in, or refuses them for good. */
export function Waiting({ round, onRound }: { round: Round; onRound: (round: Round) => void }) {
  const answer = useMutation({
    mutationFn: ({ id, admit }: { id: number; admit: boolean }) => answerWaiting(round.code, id, admit),
    onSuccess: onRound,
    onError: (error) => showFailure(error, 'Your answer could not be saved. Please try again.'),
  });
  return (
    // Always mounted, so that screen readers announce who asks to join.
    <div aria-live="polite">
      {round.waiting.length > 0 && (
        <Part title="At the door">
          <ul className={css.people}>
            {round.waiting.map(({ id, name }) => (
              <li key={id} className={css.person}>
                <span className={css.name}>{name}</span>
                <span className="wrap gap-3">
                  <Button variant="primary" onClick={() => answer.mutate({ id, admit: true })}>
                    Let in<span className="visually-hidden"> {name}</span>
                  </Button>
                  <Button variant="plain" onClick={() => answer.mutate({ id, admit: false })}>
                    Refuse<span className="visually-hidden"> {name}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
