import { useId } from 'react';
import css from './imports.module.css';

/** Progress of work on the server, or of an upload. */
export function WorkProgress({ label, percent }: { label: string; percent: number }) {
  const id = useId();
  return (
    <div className={`stack gap-2 ${css.work}`}>
      <p id={id} role="status">
        {label} …
      </p>
      <progress className={css.progress} aria-labelledby={id} max={100} value={percent} />
    </div>
  );
}
