import type { MediumCard, Understood } from '@marquee/contracts';
import { RemovableChips } from '#src/components/ui/removable-chips.tsx';
import { inWords } from '#src/features/titles/facts.ts';
import css from './understood.module.css';

const nameOf = ({ kind, label, not }: Understood): string =>
  `${not ? 'Not ' : ''}${kind === 'like' ? `Like ${label}` : label}`;

/** Returns what a chip says: the meaning, behind an "or" where it is an alternative to the one before. */
const chipOf = (part: Understood, before: Understood | undefined): string =>
  part.any && before?.any ? `or ${nameOf(part)}` : nameOf(part);

/** Returns the query without a part of it. */
const without = (query: string, text: string): string => query.replace(text, ' ').replace(/\s+/g, ' ').trim();

/** Returns where a title plays instead of on the service that was asked for. */
function elsewhere({ title, provider_medium }: MediumCard, asked: string): string {
  const namesOf = (offers: MediumCard['provider_medium']): string =>
    inWords.format([...new Set(offers.map(({ medium_provider }) => medium_provider.name))].slice(0, 3));
  const included = provider_medium.filter(({ kind }) => kind === 'subscription' || kind === 'free');
  const where =
    included.length > 0
      ? `It is on ${namesOf(included)}.`
      : provider_medium.length > 0
        ? `It costs extra on ${namesOf(provider_medium)}.`
        : 'No service that Marquee knows has it there.';
  return `${title} is not on ${asked} in your country. ${where}`;
}

/** Returns what was corrected, set aside and ignored, a sentence each. */
function notesOf(
  understood: readonly Understood[],
  ignored: readonly string[],
  first?: MediumCard,
): string[] {
  const corrected = understood.filter(({ corrected, applied }) => corrected && applied);
  const aside = understood.filter(({ applied }) => !applied);
  const [service] = aside.filter(({ kind }) => kind === 'provider');
  const isNamed = service !== undefined && aside.length === 1 && first?.found_by === 'name';
  const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(' or ');
  return [
    ...corrected.map(({ label, text }) => `Searched for “${label}”, not “${text}”.`),
    ...(isNamed ? [elsewhere(first, service.label)] : []),
    ...(aside.length > 0 && !isNamed
      ? [`Nothing fits all of it. These are without ${quoted(aside.map(({ text }) => text))}.`]
      : []),
    ...(ignored.length > 0 ? [`No title is about ${quoted(ignored)}.`] : []),
  ];
}

interface Props {
  query: string;
  understood: readonly Understood[];
  ignored: readonly string[];
  /** The first title that was found. */
  first: MediumCard | undefined;
  onSearch: (query: string) => void;
}

/**
 * What the words of a search were taken for, as chips, each of which removes its words, and what was corrected, set aside
 * or ignored, as sentences that a screen reader announces.
 */
export function UnderstoodParts({ query, understood, ignored, first, onSearch }: Props) {
  const chips = understood.filter(({ applied }) => applied);
  const notes = notesOf(understood, ignored, first);
  return (
    <>
      {chips.length > 0 && (
        <RemovableChips
          label="Understood as"
          chips={chips.map((part, at) => ({
            words: chipOf(part, chips[at - 1]),
            onRemove: () => onSearch(without(query, part.text)),
          }))}
        />
      )}
      <div className={css.notes} role="status">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </>
  );
}
