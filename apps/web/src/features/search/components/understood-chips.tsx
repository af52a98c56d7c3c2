import type { Understood } from '@marquee/contracts';
import { RemovableChips } from '#src/components/ui/removable-chips.tsx';

const inWords = ({ kind, label, not }: Understood): string =>
  `${not ? 'Not ' : ''}${kind === 'like' ? `Like ${label}` : label}`;

/** Returns the query without a part of it. */
const without = (query: string, text: string): string => query.replace(text, ' ').replace(/\s+/g, ' ').trim();

interface Props {
  query: string;
  understood: readonly Understood[];
  onSearch: (query: string) => void;
}

/** What the words of a search were taken for. Removing a chip removes its words. */
export function UnderstoodChips({ query, understood, onSearch }: Props) {
  return (
    <RemovableChips
      label="Understood as"
      chips={understood.map((fact) => ({
        words: inWords(fact),
        onRemove: () => onSearch(without(query, fact.text)),
      }))}
    />
  );
}
