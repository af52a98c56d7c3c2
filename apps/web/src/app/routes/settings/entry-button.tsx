import { Button } from '#src/components/ui/button.tsx';
import css from './settings.module.css';

/** The quiet button at an entry's end; `of` completes its name for who does not see the entry. */
export function EntryButton({
  of,
  text = 'Change',
  busy = false,
  onClick,
}: {
  of: string;
  text?: string;
  busy?: boolean;
  onClick: () => void;
}) {
  return (
    <Button variant="plain" className={css.quiet} busy={busy} onClick={onClick}>
      {text}
      <span className="visually-hidden"> {of}</span>
    </Button>
  );
}
