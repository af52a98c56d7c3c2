import { PICKS_PER_PAGE, type PickRole } from '@marquee/contracts';
import { topK } from '@marquee/recommender';
import { type Bits, countBits, createBits, hasBit, setBit, toItems } from '#src/titles/engine/bits.ts';

interface Candidates {
  /** The probability of each title of the catalogue. Only those of `open` are read. */
  probabilities: Float32Array;
  open: Bits;
  /** The titles that may be the bold one, the first to pick first. */
  bold: Int32Array;
  /** The titles in the caller's Watch Later. */
  saved: readonly number[];
  /** So many first pages have a series to go on with, which is none of `open`. */
  continued: number;
  /** Returns the taste of each title, see `Candidates`; undefined when the caller's tastes take no turns. */
  tasteOf: ((items: Int32Array) => ArrayLike<number>) | undefined;
}

export interface Picked {
  item: number;
  role: Role;
}

type Role = Exclude<PickRole, 'continue'>;
const ROLES: readonly Role[] = ['sure', 'bold', 'saved'];
/** Beside a series to go on with. Whoever watches one wants something saved least. */
const BESIDE: readonly Role[] = ['sure', 'bold'];
/** With several tastes, so many more titles are looked at for one of a taste that is not on the page yet. */
const LOOKED_AT = 100;
/** A saved title is taken before the bold one, because there are far fewer of them. */
const TAKEN_IN_ORDER: readonly Role[] = ['sure', 'saved', 'bold'];

/** A title beyond the best known tenth is one that fewer people know. */
const BEST_KNOWN = 0.1;

/** Returns all titles but the best known tenth. The catalogue starts with the best known title. */
export function lessKnown(open: Bits, size: number): Bits {
  const others = createBits(size);
  for (const item of toItems(open).subarray(Math.ceil(BEST_KNOWN * countBits(open)))) setBit(others, item);
  return others;
}

/**
 * Returns the picks of one page. A page takes three titles, so the earlier pages are repeated here to know which
 * titles they took, and no title is on two pages.
 */
export function pickPage(
  { probabilities, open, bold, saved, continued, tasteOf }: Candidates,
  page: number,
): Picked[] {
  const total = countBits(open);
  const first = (page - 1) * PICKS_PER_PAGE - Math.min(page - 1, continued);
  if (first >= total) return [];
  // Pages up to this one take at most this many titles, so no order is read further.
  const most = Math.min(total, first + PICKS_PER_PAGE + (tasteOf ? LOOKED_AT : 0));
  const size = probabilities.length;
  const savedBits = createBits(size);
  for (const item of saved) if (hasBit(open, item)) setBit(savedBits, item);
  const orders: Record<Role, Int32Array> = {
    sure: topK(probabilities, most, open),
    bold,
    saved: topK(probabilities, most, savedBits),
  };
  const looked = Int32Array.from(new Set(ROLES.flatMap((role) => [...orders[role]])));
  const tastes = tasteOf?.(looked);
  const tasteAt = new Map(Array.from(looked, (item, at) => [item, tastes?.[at]]));
  const taken = new Set<number>();
  /** The tastes of the titles that are on the page. */
  const shown = new Set<number | undefined>();
  const next = { sure: 0, bold: 0, saved: 0 };
  const take = (role: Role): Picked | null => {
    const order = orders[role];
    while (taken.has(order[next[role]] ?? -1)) next[role]++;
    const ahead = order.subarray(next[role], next[role] + (tasteOf ? LOOKED_AT : 1));
    const left = ahead.filter((item) => !taken.has(item));
    const item = left.find((item) => !shown.has(tasteAt.get(item))) ?? left[0];
    if (item === undefined) return null;
    taken.add(item);
    shown.add(tasteAt.get(item));
    return { item, role };
  };
  let picks: Picked[] = [];
  for (let at = 1; at <= page; at++) {
    shown.clear();
    const roles = at <= continued ? BESIDE : ROLES;
    const wanted = TAKEN_IN_ORDER.filter((role) => roles.includes(role));
    const found = new Map(wanted.map((role) => [role, take(role)]));
    picks = roles.flatMap((role) => found.get(role) ?? take('sure') ?? []);
  }
  return picks;
}
