import { Button } from '#src/components/ui/button.tsx';
import css from './settings.module.css';

/** The button at the end of a setting. `of` completes its accessible name. */
export function SettingButton({
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
    <Button variant="plain" className={css.button} busy={busy} onClick={onClick}>
      {text}
      <span className="visually-hidden"> {of}</span>
    </Button>
  );
}
