import type { SharedFact } from '@marquee/contracts';
import { mapSharedFact } from '#src/titles/cards/shared-fact.mapper.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import type { Taste } from './taste.ts';

function toShared({ kind, name }: SharedFact): string {
  switch (kind) {
    case 'director':
      return `also by ${name}`;
    case 'cast':
      return `also with ${name}`;
    case 'franchise':
      return `also part of ${name}`;
    default:
      return `also ${name}`;
  }
}

/**
 * Completes a sentence such as "You will probably like it" with the rating or the genre behind it. Only ratings that
 * raised the likelihood are named.
 */
export function reasonSentence(taste: Taste, item: number, start: string): string {
  const { data } = taste.snapshot;
  const { effect, titles } = taste.because(item);
  const liked = titles[0];
  if (effect === 'raised' && liked) {
    const fact = mapSharedFact(data, liked.shared, item, liked.item);
    const shared = fact ? ` (${toShared(fact)})` : '';
    return `${start}, because you liked ${textAt(data.titles, liked.item)}${shared}.`;
  }
  const chosen = data.genreRows.find(({ id, bits }) => taste.genres.includes(id) && hasBit(bits, item));
  return chosen ? `${start}, because you chose ${chosen.title}.` : `${start}.`;
}
