import type { ReasonParts } from '@marquee/contracts';
import { storiesOf } from '@marquee/contracts/in-words';
import { type ReasonTeller, tellSubject, textOf } from '#src/titles/cards/reason-teller.ts';
import { mapParts, nameReasons } from '#src/titles/cards/shared-fact.mapper.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Taste } from './taste.ts';

/** Returns a genre of the title that the user chose. */
const chosenGenre = ({ snapshot, genres }: Taste, item: number) =>
  snapshot.data.genreRows.find(({ id, bits }) => genres.includes(id) && hasBit(bits, item));

/** Returns one thing that the title is about and the user likes, such as "stories from Japan", or null. */
export function subjectFor(taste: Taste, item: number): string | null {
  const told = tellSubject(nameReasons(taste.snapshot.data, item, taste.because(item)));
  if (told !== null) return told;
  const chosen = chosenGenre(taste, item);
  return chosen ? storiesOf({ kind: 'genre', name: chosen.title, group: null }) : null;
}

/** A reason as text, and in parts. */
export interface ToldReason {
  reason: string;
  reason_parts: ReasonParts;
}

/** Returns a reason that names no rated title. */
export const plainReason = (reason: string): ToldReason => ({
  reason,
  reason_parts: [{ text: reason, medium_id: null }],
});

/**
 * Returns a function that gives the reason for each title of a reply: the sentence of its card, else `start`, completed
 * with a genre that the user chose.
 * @param teller the one that writes the cards of the reply.
 */
export function reasonsFor(
  taste: Taste,
  teller: ReasonTeller,
): (item: number, start: () => string) => ToldReason {
  const { data } = taste.snapshot;
  return (item, start) => {
    const told = teller.tell(item, nameReasons(data, item, taste.because(item)));
    if (told !== null) return { reason: textOf(told), reason_parts: mapParts(data, told) };
    const chosen = chosenGenre(taste, item);
    return plainReason(chosen ? `${start()}, and you chose ${chosen.title}.` : `${start()}.`);
  };
}
