import * as texts from '@marquee/contracts/texts';
import { Dialog } from '#src/components/ui/dialog.tsx';
import css from './keys-dialog.module.css';

const keys: { keys: string[]; does: string }[] = [
  { keys: ['/'], does: texts.search },
  { keys: ['←', '→'], does: 'Move along a row or through a grid' },
  { keys: ['Home', 'End'], does: 'Go to a row’s first or last title' },
  { keys: ['Page Up', 'Page Down'], does: 'Go a month back or on in the calendar, Home to today' },
  { keys: ['Enter'], does: 'Open the title' },
  { keys: ['R'], does: 'Rate the focused title' },
  { keys: ['W'], does: 'Add the focused title to Watch Later' },
  { keys: ['L'], does: 'Add the focused title to a list' },
  { keys: ['X'], does: 'Remove the focused title from the open list' },
  { keys: ['H'], does: 'Hide or unhide the focused title' },
  { keys: ['Esc'], does: 'Close the open dialog' },
  { keys: ['?'], does: 'Show these shortcuts' },
];

/** The list of keys, opened with the key `?`. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={css.keys}>
        {keys.map((entry) => (
          <div key={entry.does} style={{ display: 'contents' }}>
            <dt>
              {entry.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{entry.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
