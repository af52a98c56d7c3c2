import { Icon } from './icon.tsx';
import css from './removable-chips.module.css';

interface Chip {
  words: string;
  onRemove: () => void;
}

/** What is set, each with a button that removes it. */
export function RemovableChips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <ul className={css.chips} aria-label={label}>
      {chips.map(({ words, onRemove }) => (
        <li key={words}>
          <button type="button" aria-label={`Remove ${words}`} onClick={onRemove}>
            {words}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
