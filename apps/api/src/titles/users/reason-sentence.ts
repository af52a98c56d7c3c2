import type { ReasonTeller } from '#src/titles/cards/reason-teller.ts';
import { nameReasons } from '#src/titles/cards/shared-fact.mapper.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Taste } from './taste.ts';

/**
 * Returns a function that gives the reason for each title of a reply: the sentence of its card, else `start`, completed
 * with a genre that the user chose.
 * @param teller the one that writes the cards of the reply.
 */
export function reasonsFor(taste: Taste, teller: ReasonTeller): (item: number, start: string) => string {
  const { data } = taste.snapshot;
  return (item, start) => {
    const told = teller.tell(item, nameReasons(data, item, taste.because(item)));
    if (told !== null) return told;
    const chosen = data.genreRows.find(({ id, bits }) => taste.genres.includes(id) && hasBit(bits, item));
    return chosen ? `${start}, because you chose ${chosen.title}.` : `${start}.`;
  };
}
