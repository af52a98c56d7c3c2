import type { TonightQuery, TonightReply } from '@marquee/contracts';
import { tasteOf, topK } from '@marquee/recommender';
import type { Ctx } from '#src/core/ctx.ts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { writeCard } from '#src/titles/cards/card-writer.ts';
import { ReasonTeller } from '#src/titles/cards/reason-teller.ts';
import { nameReasons } from '#src/titles/cards/shared-fact.mapper.ts';
import {
  type Bits,
  clearBit,
  createBits,
  hasBit,
  intersect,
  toItems,
  unite,
} from '#src/titles/engine/bits.ts';
import { keepFitting } from '#src/titles/engine/mood.ts';
import { openTitles } from '#src/titles/engine/open.ts';
import { indexesOf } from '#src/titles/pages/cards.ts';
import { plainReason, reasonsFor } from '#src/titles/users/reason-sentence.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { continuing } from './continuing.ts';
import { lessKnown, type Picked, pickPage } from './picks.ts';
import type { TonightRepository } from './tonight.repository.ts';

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  repos: { tonight: TonightRepository };
}

/** The least probability of a bold title. */
const BOLD_FROM = 0.7;
/** The bold title is one of so many that the caller would choose first among those that fewer people know. */
const BOLD_AMONG = 300;
/** No more than so many are explained, a page has one. Later pages have another sure one instead. */
const BOLD_MOST = 30;

/** How the reason for a pick begins when no title of the caller's can be named. Each sentence stands once in a reply. */
const STARTS: Record<Picked['role'], readonly string[]> = {
  sure: [
    'All your ratings together speak for it',
    'Your ratings speak for it too',
    'So they do for this one',
  ],
  bold: ['Less known, and close to what you like'],
  saved: ['You saved it'],
};
/** Of a caller who has rated nothing: what Marquee knows then is what others think. */
const FIRST_STARTS: Record<Picked['role'], readonly string[]> = {
  sure: ['Widely loved', 'Many people love it', 'A favorite of many'],
  bold: ['Less known and much loved'],
  saved: ['You saved it'],
};

/** Returns a function that tells how the reason for a pick begins, without a full stop. */
function startsOf(taste: Taste): (role: Picked['role'], item: number) => string {
  const said = new Set<string>();
  return (role, item) => {
    const hasRated = taste.factors.count > 0;
    const starts = (hasRated ? STARTS : FIRST_STARTS)[role];
    const start = starts.find((each) => !said.has(each)) ?? starts[0] ?? '';
    said.add(start);
    if (hasRated) return start;
    const service = taste.market.providers.find(({ id, bits }) => taste.selected(id) && hasBit(bits, item));
    const name = taste.snapshot.data.providerNames.find(({ id }) => id === service?.id)?.name;
    return name === undefined ? start : `${start}, on ${name}`;
  };
}

/** Returns the titles that services of the caller include, or of all services where none is chosen, but for this one. */
function servedBy(taste: Taste, without: number): Bits {
  const open = createBits(taste.snapshot.data.size);
  for (const { id, bits } of taste.market.providers)
    if (id !== without && (taste.providers.size === 0 || taste.selected(id))) unite(open, bits);
  return open;
}

/**
 * Returns the titles that the caller can watch now, recommendable and included in a service of the caller's, and those
 * that come last (`keepFitting`).
 */
function watchable(
  taste: Taste,
  query: TonightQuery,
  notTonight: readonly number[],
): { open: Bits; last: Bits } {
  const { fresh: open } = openTitles(taste, { allStreaming: false, mediaType: 'all' });
  intersect(open, taste.market.available);
  if (query.without !== undefined) intersect(open, servedBy(taste, query.without));
  for (const item of notTonight) clearBit(open, item);
  return { open, last: keepFitting(taste.snapshot.data, open, query) };
}

/**
 * The probability of so many titles is computed, the best of the caller's interest. That of all titles would cost twenty usual
 * pages, and nearly all of what is most probably liked is among these.
 */
const PROBABLE = 1_500;
/** What others get is less than a probability, and keeps their order by interest. */
const UNLIKELY = 1e-3;

/**
 * Returns for every title of `open` the probability that the caller likes it, less 1 for those that come last, and 0 for every
 * other title.
 */
function allProbabilities(
  taste: Taste,
  { open, last }: ReturnType<typeof watchable>,
  others: Iterable<number>,
): Float32Array {
  const { scores } = taste.predictions;
  const size = taste.snapshot.data.size;
  const all = new Float32Array(size);
  const lowered = (item: number): number => (hasBit(last, item) ? 1 : 0);
  for (const item of toItems(open))
    all[item] = UNLIKELY / (1 + Math.exp(-(scores[item] ?? 0))) - lowered(item);
  const probable = new Set([
    ...topK(scores, PROBABLE, open),
    ...[...others].filter((item) => hasBit(open, item)),
  ]);
  const items = Int32Array.from(probable);
  const found = taste.predictions.probabilitiesOf(items);
  items.forEach((item, at) => {
    all[item] = (found[at] ?? 0) - lowered(item);
  });
  return all;
}

/**
 * Returns those of the titles that may be the bold one, in order. A likelihood alone would name what everybody likes who chose it,
 * such as a cartoon for small children, so the order is by interest, and a rated title of the caller's speaks for each. Before the
 * first rating it is what others like most.
 */
function boldTitles(taste: Taste, candidates: Int32Array, probabilities: Float32Array): Int32Array {
  const probability = (item: number): number => probabilities[item] ?? 0;
  if (taste.factors.count === 0)
    return candidates.filter((item) => probability(item) > 0).sort((a, b) => probability(b) - probability(a));
  const { data } = taste.snapshot;
  const isArgued = (item: number): boolean => {
    const reasons = taste.because(item);
    return (
      reasons.effect === 'raised' && new ReasonTeller().tell(item, nameReasons(data, item, reasons)) !== null
    );
  };
  const likely = candidates.filter((item) => probability(item) >= BOLD_FROM);
  // Together, which is faster than one by one.
  taste.predictions.of([...likely]);
  const found: number[] = [];
  for (const item of likely) if (found.length < BOLD_MOST && isArgued(item)) found.push(item);
  return Int32Array.from(found);
}

/** Returns a function that tells the taste of titles, where several tastes of the user take turns. */
function tasteOfTitles({ predictions }: Taste): ((items: Int32Array) => ArrayLike<number>) | undefined {
  const { tastes } = predictions.candidatesAmong(new Int32Array());
  return tastes.length > 1 ? (items) => tasteOf(predictions.candidatesAmong(items)) : undefined;
}

/** Picks up to three titles for this evening (docs/product.md#tonight). */
export function createTonightService({ users, repos }: Dependencies) {
  return {
    /** Returns the reply of GET /api/v1/tonight. */
    async pick({ userId }: Ctx, query: TonightQuery): Promise<WithTexts<TonightReply>> {
      const [notTonight, savedIds, taste] = await Promise.all([
        repos.tonight.listNotTonight(userId),
        repos.tonight.listSaved(userId),
        users.getTaste(userId),
      ]);
      const isService = ({ id }: { id: number }): boolean => id === query.without;
      if (query.without !== undefined && !taste.snapshot.data.providerNames.some(isService))
        throw fieldError('without', 'There is no such streaming service');
      const left = indexesOf(taste.snapshot, notTonight);
      const choice = watchable(taste, query, left);
      const waiting = continuing(taste, query, left);
      const saved = indexesOf(taste.snapshot, savedIds);
      const { size } = taste.snapshot.data;
      const bold = topK(taste.predictions.scores, BOLD_AMONG, lessKnown(choice.open, size));
      const probabilities = allProbabilities(taste, choice, [...saved, ...bold]);
      const picks = pickPage(
        {
          probabilities,
          open: choice.open,
          bold: boldTitles(taste, bold, probabilities),
          saved,
          continued: waiting.length,
          tasteOf: tasteOfTitles(taste),
        },
        query.page,
      );
      const next = waiting[query.page - 1];
      // Together, which is faster than one by one.
      taste.predictions.of([...(next ? [next.item] : []), ...picks.map(({ item }) => item)]);
      const teller = new ReasonTeller();
      const reasonFor = reasonsFor(taste, teller);
      const startOf = startsOf(taste);
      const cardOf = (item: number) =>
        writeCard(taste.snapshot.data, taste.market, item, taste, 'full', null, teller);
      const own = picks.map(({ item, role }) => ({
        medium: cardOf(item),
        role,
        episode: null,
        ...reasonFor(item, () => startOf(role, item)),
      }));
      if (next === undefined) return { picks: own };
      const { season, episode } = next.episode;
      const goesOn = {
        medium: cardOf(next.item),
        role: 'continue' as const,
        episode: next.episode,
        ...plainReason(`You are watching it: season ${season}, episode ${episode} comes next.`),
      };
      return { picks: [goesOn, ...own] };
    },

    /** Leaves a title out of the picks for seven days. A repeated call starts the seven days again. */
    notTonight: ({ userId }: Ctx, mediumId: number): Promise<void> =>
      repos.tonight.addNotTonight(userId, mediumId),

    /** Picks the title again. A repeated call changes nothing. */
    againTonight: ({ userId }: Ctx, mediumId: number): Promise<void> =>
      repos.tonight.deleteNotTonight(userId, mediumId),
  };
}

export type TonightService = ReturnType<typeof createTonightService>;
