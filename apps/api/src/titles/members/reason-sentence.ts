import { Reason, type SharedFact } from '@marquee/contracts';
import { z } from 'zod';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Taste } from './taste.ts';

const Reasons = z.array(Reason).nullable();

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
  const raised = (Reasons.parse(JSON.parse(`[${Buffer.concat(taste.because(item))}]`)) ?? []).find(
    ({ effect }) => effect === 'raised',
  );
  if (raised) {
    const shared = raised.shared ? ` (${toShared(raised.shared)})` : '';
    return `${start}, because you liked ${raised.title}${shared}.`;
  }
  const chosen = taste.snapshot.data.genreRows.find(
    ({ id, bits }) => taste.genres.includes(id) && hasBit(bits, item),
  );
  return chosen ? `${start}, because you chose ${chosen.title}.` : `${start}.`;
}
