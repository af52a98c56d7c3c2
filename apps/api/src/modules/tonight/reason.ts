import { type PickRole, Reason, type SharedFact } from '@marquee/contracts';
import { z } from 'zod';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Taste } from '#src/titles/members/taste.ts';

const Reasons = z.array(Reason).nullable();

const START: Record<PickRole, string> = {
  sure: 'You will most probably like it',
  bold: 'Few people know it, and you will probably like it',
  saved: 'You saved it, and you will probably like it',
};

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

/** Returns why a title is picked, in one sentence. Only ratings that raised the likelihood are named. */
export function reasonFor(taste: Taste, item: number, role: PickRole): string {
  const raised = (Reasons.parse(JSON.parse(taste.because(item))) ?? []).find(
    ({ effect }) => effect === 'raised',
  );
  if (raised) {
    const shared = raised.shared ? ` (${toShared(raised.shared)})` : '';
    return `${START[role]}, because you liked ${raised.title}${shared}.`;
  }
  const chosen = taste.snapshot.data.genreRows.find(
    ({ id, bits }) => taste.genres.includes(id) && hasBit(bits, item),
  );
  return chosen ? `${START[role]}, because you chose ${chosen.title}.` : `${START[role]}.`;
}
