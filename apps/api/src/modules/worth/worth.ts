import {
  LIKELIHOOD_BANDS,
  RATING_MAX,
  SERVICES_COMPARED_MAX,
  type WorthService,
  type WorthSet,
} from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';
import { topK } from '@marquee/recommender';
import { createBits, hasBit, setBit, subtract } from '#src/titles/engine/bits.ts';
import { dayOf, type TimedOffers } from '#src/titles/engine/markets.ts';
import { tenthsOf } from '#src/titles/engine/predictions.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { type BestSet, findBestSets, type WeightedTitle } from './best-sets.ts';

/**
 * A title counts when its likelihood is green and it is among the first so many of the caller's order: people watch a few
 * hundred titles in years, so a service is worth what they would choose of it.
 */
const CHOSEN_FROM = 1_000;
/** Probabilities are summed as whole numbers of this unit, so that equal sums are equal. */
const UNIT = 1_000_000;

/** A streaming service with the titles that the caller probably likes there. */
export interface Reach {
  providerId: number;
  items: Int32Array;
  weight: number;
  /** Those of `items` that no other service of the caller has; without any, no other of the country. */
  onlyHere: ReadonlySet<number>;
  arriving: number;
  leaving: number;
}

export interface Likely {
  reaches: Reach[];
  /** The weight of each likely title, by its index. */
  weights: ReadonlyMap<number, number>;
}

export const toReach = (weight: number): number => Math.round((10 * weight) / UNIT) / 10;

/** Returns the first day of the month of `now` and of the next month, in days since 1970 (UTC). */
function monthOf(now: Date): { first: number; end: number } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { first: dayOf(Date.UTC(year, month, 1)), end: dayOf(Date.UTC(year, month + 1, 1)) };
}

function countTimed(
  taste: Taste,
  offers: TimedOffers,
  weights: ReadonlyMap<number, number>,
  [from, end]: readonly [number, number],
): Map<number, number> {
  const found = new Map<number, Set<number>>();
  offers.items.forEach((item, at) => {
    const day = offers.days[at] ?? 0;
    if (day < from || day >= end || !weights.has(item) || taste.withheld.has(offers.ids[at] ?? 0)) return;
    const provider = offers.providers[at] ?? 0;
    found.set(provider, (found.get(provider) ?? new Set()).add(item));
  });
  return new Map(Array.from(found, ([provider, items]) => [provider, items.size]));
}

/** Returns the services of the caller's country with the titles that the caller has not seen and probably likes. */
export function findLikely(taste: Taste, now: Date): Likely {
  const { data } = taste.snapshot;
  const open = Uint32Array.from(data.listed);
  const gone = createBits(data.size);
  for (const items of [taste.ratings.keys(), taste.seen, taste.hiddenItems])
    for (const item of items) setBit(gone, item);
  subtract(open, gone);
  const items = topK(taste.predictions.scores, CHOSEN_FROM, open).filter((item) =>
    hasBit(taste.market.available, item),
  );
  const probabilities = taste.predictions.probabilitiesOf(items);
  const likely = new Map<number, number>();
  items.forEach((item, at) => {
    const probability = probabilities[at] ?? 0;
    // The same rounding as on cards, so that a title that shows 8.0 counts.
    if (tenthsOf(RATING_MAX * probability) >= 10 * LIKELIHOOD_BANDS.high)
      likely.set(item, Math.round(UNIT * probability));
  });
  const { providers } = taste.market;
  const carriersOf = (item: number, among = providers) => among.filter(({ bits }) => hasBit(bits, item));
  const weights = new Map([...likely].filter(([item]) => carriersOf(item).length > 0));
  const own = providers.filter(({ id }) => taste.selected(id));
  const compared = own.length > 0 ? own : providers;
  const { first, end } = monthOf(now);
  const today = dayOf(now.getTime());
  const arriving = countTimed(taste, taste.market.arrived, weights, [first, today + 1]);
  const leaving = countTimed(taste, taste.market.leaving, weights, [today, end]);
  const reaches = providers
    .filter(({ id, bits }) => taste.selected(id) || bits.some((word) => word !== 0))
    .map(({ id, bits }): Reach => {
      const here = Int32Array.from(weights.keys()).filter((item) => hasBit(bits, item));
      return {
        providerId: id,
        items: here,
        weight: here.reduce((sum, item) => sum + (weights.get(item) ?? 0), 0),
        onlyHere: new Set(
          here.filter((item) => carriersOf(item, compared).every((other) => other.id === id)),
        ),
        arriving: arriving.get(id) ?? 0,
        leaving: leaving.get(id) ?? 0,
      };
    })
    .sort((a, b) => a.providerId - b.providerId);
  return { reaches, weights };
}

const sumWeights = (items: Iterable<number>, weights: ReadonlyMap<number, number>): number => {
  let sum = 0;
  for (const item of items) sum += weights.get(item) ?? 0;
  return sum;
};

/** Returns the prices per service that may be added: known, and in the main currency. */
export function mainPrices(services: readonly WorthService[]): {
  currency: string;
  cents: Map<number, number>;
} {
  const counts = new Map<string, number>();
  for (const { currency } of services) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [currency = 'USD'] =
    [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))[0] ?? [];
  const cents = new Map<number, number>();
  for (const { medium_provider, price_in_cents, currency: own } of services)
    if (price_in_cents !== null && own === currency) cents.set(medium_provider.id, price_in_cents);
  return { currency, cents };
}

/** Compares sets of services: the best set of each size, the best within the budget, and the present one. */
export function compareSets(
  { reaches, weights }: Likely,
  selected: readonly number[],
  cents: ReadonlyMap<number, number>,
  budget: number | undefined,
) {
  const compared = reaches
    .toSorted((a, b) => b.weight - a.weight || a.providerId - b.providerId)
    .slice(0, SERVICES_COMPARED_MAX)
    .sort((a, b) => a.providerId - b.providerId);
  const carriedBy = new Map<number, number>();
  compared.forEach(({ items }, at) => {
    for (const item of items) carriedBy.set(item, (carriedBy.get(item) ?? 0) | (1 << at));
  });
  const titles = Array.from(
    carriedBy,
    ([item, services]): WeightedTitle => ({ weight: weights.get(item) ?? 0, services }),
  );
  const priced = compared.map(({ providerId }) => ({ id: providerId, cents: cents.get(providerId) ?? null }));
  const { sets, withinBudget } = findBestSets(titles, priced, budget);
  const itemsOf = (ids: readonly number[]) =>
    new Set(reaches.flatMap(({ providerId, items }) => (ids.includes(providerId) ? [...items] : [])));
  const toSet = ({ ids, cents: sum, weight }: BestSet): WorthSet => ({
    medium_provider_ids: ids,
    monthly_in_cents: sum,
    reach: toReach(weight),
    likely: itemsOf(ids).size,
  });
  const mine = reaches.filter(({ providerId }) => selected.includes(providerId));
  const mineIds = mine.map(({ providerId }) => providerId);
  const own = itemsOf(mineIds);
  const present: WorthSet = {
    medium_provider_ids: mineIds,
    monthly_in_cents: mine.reduce((sum, { providerId }) => sum + (cents.get(providerId) ?? 0), 0),
    reach: toReach(sumWeights(own, weights)),
    likely: own.size,
  };
  return {
    sets: sets.map(toSet),
    current: present,
    within_budget: withinBudget && toSet(withinBudget),
    considered: compared.length,
  };
}

/** Advice to exchange a service is given only when it gains more than this share of the titles. */
const GAIN_MIN = 0.1;
/** Advice to leave a service is given only when it loses at most this share of the titles. */
const LOSS_MAX = 0.2;

/** Returns how many of the caller's titles are gone when one service takes the place of another. */
function lostWithout({ onlyHere }: Reach, { items }: Reach): number {
  const kept = new Set(items);
  return Array.from(onlyHere).filter((item) => !kept.has(item)).length;
}

/**
 * Returns one sentence: the exchange of one selected service for another of at most its price that gains the most titles,
 * otherwise the selected service whose end loses the fewest. Of equal ones the one that saves most. Null when no change
 * is worth it.
 */
export function adviseOn(
  { reaches }: Likely,
  services: readonly WorthService[],
  { currency, cents }: ReturnType<typeof mainPrices>,
  now: Date,
): string | null {
  const listed = new Map(services.map((service) => [service.medium_provider.id, service]));
  const nameOf = ({ providerId }: Reach): string => listed.get(providerId)?.medium_provider.name ?? '';
  const costOf = ({ providerId }: Reach): number => cents.get(providerId) ?? 0;
  const priced = reaches.filter((reach) => costOf(reach) > 0);
  const isMine = ({ providerId }: Reach): boolean => listed.get(providerId)?.selected ?? false;
  const mine = reaches.filter(isMine);
  const ownItems = new Set(mine.flatMap(({ items }) => [...items]));
  if (ownItems.size === 0) return null;

  const [exchange] = priced
    .filter(isMine)
    .flatMap((from) =>
      priced
        .filter((to) => !isMine(to) && costOf(to) <= costOf(from))
        .map((to) => ({
          from,
          to,
          saved: costOf(from) - costOf(to),
          gained: to.items.filter((item) => !ownItems.has(item)).length - lostWithout(from, to),
        })),
    )
    .sort((a, b) => b.gained - a.gained || b.saved - a.saved || a.to.providerId - b.to.providerId);
  if (exchange && exchange.gained > GAIN_MIN * ownItems.size) {
    const { from, to, saved, gained } = exchange;
    const price = saved === 0 ? 'the same price' : `${formatMoney(saved, currency)} less a month`;
    return `${nameOf(to)} instead of ${nameOf(from)}: ${gained} more ${gained === 1 ? 'title' : 'titles'}, for ${price}.`;
  }

  if (mine.length < 2) return null;
  const [best] = priced
    .filter(isMine)
    .map((reach) => ({ reach, saved: costOf(reach), lost: reach.onlyHere.size }))
    .sort((a, b) => a.lost - b.lost || b.saved - a.saved || a.reach.providerId - b.reach.providerId);
  if (!best || best.lost > LOSS_MAX * ownItems.size) return null;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const inWords = month.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  const missed = best.lost === 0 ? 'nothing' : `${best.lost} ${best.lost === 1 ? 'title' : 'titles'}`;
  return `Pause ${nameOf(best.reach)} in ${inWords}: you would miss ${missed} and save ${formatMoney(best.saved, currency)}.`;
}
