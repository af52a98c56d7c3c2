import { INTERACTION_ANSWER } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import type { Answer } from '../api.ts';
import css from './interaction-dialog.module.css';

/** The dialog after an offer was followed. Closing the dialog sends the answer 'do nothing'. */
export function InteractionDialog({
  title,
  onAnswer,
}: {
  title: string;
  onAnswer: (answer: Answer) => void;
}) {
  return (
    <Dialog title={texts.howMuchLiked} onClose={() => onAnswer(INTERACTION_ANSWER.doNothing)}>
      <p className={css.title}>{title}</p>
      <p>Tell us once you have seen it. Your rating improves your recommendations.</p>
      <div className={`stack gap-2 ${css.answers}`}>
        <Button variant="primary" wide onClick={() => onAnswer(INTERACTION_ANSWER.readyToRate)}>
          I’m ready to rate it
        </Button>
        <Button wide onClick={() => onAnswer(INTERACTION_ANSWER.didNotWatch)}>
          I didn’t watch it
        </Button>
        <Button variant="plain" wide onClick={() => onAnswer(INTERACTION_ANSWER.doNothing)}>
          I don’t want to rate it
        </Button>
      </div>
    </Dialog>
  );
}
