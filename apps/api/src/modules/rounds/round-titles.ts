import { randomInt } from 'node:crypto';
import { GUEST_DECK, Mood, ROUND_DECK, type Round } from '@marquee/contracts';
import { ageLevel } from '@marquee/recommender';
import { AppError } from '#src/core/errors.ts';
import type { JsonText, WithTexts } from '#src/core/json-text.ts';
import { type CallerFields, readStory, writeCard } from '#src/titles/cards/card-writer.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { withhold } from '#src/titles/engine/markets.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { toRate } from '#src/titles/pages/to-rate.ts';
import { subjectFor } from '#src/titles/users/reason-sentence.ts';
import type { TasteRow } from '#src/titles/users/taste.repository.ts';
import { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { drawDeck, type Person } from './draw-deck.ts';
import { isPast, mapSummary, mapTitle, presentIn } from './rounds.mapper.ts';
import type { MemberRow, RatingRow, RoundRow, VoteRow } from './rounds.repository.ts';

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  snapshot: () => Snapshot;
}

/** No country has this code, so its market has no offers. */
const NO_MARKET = '';
const NOBODY: ReadonlySet<number> = new Set();

/**
 * The fields of a card in a round. They say nothing about anybody: no likelihood, no reason, no list, no hide, and the
 * only rating is a guest's own in the deck.
 */
function neutralFields(
  market: CallerFields['market'],
  providers: ReadonlySet<number>,
  rating: (item: number) => number | null = () => null,
): CallerFields {
  return {
    market,
    withheld: NOBODY,
    reported: new Map(),
    selected: (provider) => providers.has(provider),
    hidden: () => false,
    rating,
    inList: () => false,
    seenAs: () => null,
    progressOf: () => null,
    likelihood: () => null,
    because: () => null,
  };
}

/** A user without any data, over which a guest's ratings are folded in. */
const NO_DATA: TasteRow = {
  rated: [],
  ratings: [],
  hidden: [],
  wished: [],
  unseen: [],
  answers: [],
  begun: [],
  time_zone: null,
  said_tastes: [],
  seen: [],
  seen_days: [],
  seen_plays: [],
  seen_seasons: [],
  genres: [],
  providers: [],
  unavailable_titles: false,
  country: NO_MARKET,
  wrong_offers: [],
  wrong_kinds: [],
  all_streaming: null,
  media_type: null,
};

function toPerson(id: number, taste: Taste): Person {
  const { ratings, hiddenItems, providers } = taste;
  return {
    id,
    ratings,
    hiddenItems,
    providers,
    likeProbabilities: (items) => taste.predictions.probabilitiesOf(items),
  };
}

function tasteOfGuest(snapshot: Snapshot, memberId: number, ratings: readonly RatingRow[]): Taste {
  const own = ratings.filter((rating) => rating.memberId === memberId);
  return new Taste(snapshot, {
    ...NO_DATA,
    rated: own.map(({ mediumId }) => mediumId),
    ratings: own.map(({ rating }) => rating),
  });
}

const shuffle = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, key: randomInt(2 ** 31) }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

/** Draws the titles of rounds, and presents them. */
export function createRoundTitles({ users, snapshot }: Dependencies) {
  /** Returns the taste of each person of the round by membership, all over one snapshot. */
  async function tastesOf(row: RoundRow, ratings: readonly RatingRow[]): Promise<Map<number, Taste>> {
    const members = presentIn(row).flatMap(({ id, userId }) => (userId === null ? [] : [{ id, userId }]));
    const loaded = await Promise.all(
      members.map(async ({ id, userId }) => [id, await users.getTaste(userId)] as const),
    );
    const tastes = new Map(loaded);
    const current = loaded[0]?.[1].snapshot ?? snapshot();
    // A new snapshot came into use between two tastes. A repeated call finds all of them on it.
    if (loaded.some(([, taste]) => taste.snapshot !== current)) throw new AppError('conflict');
    for (const { id, userId } of presentIn(row))
      if (userId === null) tastes.set(id, tasteOfGuest(current, id, ratings));
    return tastes;
  }

  /**
   * Returns what each person of the round likes about the winner. Nobody likes what is not in the catalogue. It follows from
   * today's tastes, so a past round has none: else somebody could read for ever how the taste of a former companion changes.
   */
  async function fitsOf(row: RoundRow, ratings: readonly RatingRow[]): Promise<Round['fits']> {
    const { winnerId } = row;
    if (winnerId === null || isPast(row)) return [];
    const fits: Round['fits'] = [];
    for (const { id, userId } of presentIn(row)) {
      const taste = userId === null ? tasteOfGuest(snapshot(), id, ratings) : await users.getTaste(userId);
      const item = taste.snapshot.indexOf(winnerId);
      const text = item < 0 ? null : subjectFor(taste, item);
      if (text !== null) fits.push({ member_id: id, text });
    }
    return fits;
  }

  /** Returns which services play the winner for each member, by the same rules as why it fits. A guest has chosen none. */
  async function playsOf(row: RoundRow): Promise<Round['plays']> {
    if (row.winnerId === null || isPast(row)) return [];
    const plays: Round['plays'] = [];
    for (const { id, userId } of presentIn(row)) {
      if (userId === null) continue;
      const { providers, withheld, snapshot: current } = await users.getTaste(userId);
      const item = current.indexOf(row.winnerId);
      // An offer that this member reported as wrong plays nothing for them.
      const market = withhold(current.marketOf(row.country), withheld);
      const own = market.providers.filter(
        (provider) => item >= 0 && providers.has(provider.id) && hasBit(provider.bits, item),
      );
      if (own.length > 0)
        plays.push({ member_id: id, medium_provider_ids: own.map((provider) => provider.id) });
    }
    return plays;
  }

  return {
    /** Returns the ids of well known titles in random order, of which a guest rates the first twenty. */
    chooseDeck(): number[] {
      const nobody = new Taste(snapshot(), NO_DATA);
      const known = toRate(nobody).slice(0, ROUND_DECK);
      return shuffle(Array.from(known, (item) => nobody.snapshot.data.ids[item] ?? 0));
    },

    /** Draws the titles of the vote, and the bands of each member for these titles. */
    async draw(
      row: RoundRow,
      ratings: readonly RatingRow[],
    ): Promise<{ mediumIds: number[]; bands: ReadonlyMap<number, number[]> }> {
      const tastes = await tastesOf(row, ratings);
      const { data, marketOf } = [...tastes.values()][0]?.snapshot ?? snapshot();
      const wrong = new Set([...tastes.values()].flatMap(({ withheld }) => [...withheld]));
      const { items, bands } = drawDeck(
        Array.from(tastes, ([id, taste]) => toPerson(id, taste)),
        {
          data,
          market: withhold(marketOf(row.country), wrong),
          evening: {
            minutes: row.minutes ?? undefined,
            mood: row.mood === null ? undefined : Mood.parse(row.mood),
            ageLevel: row.maxAgeRating === null ? undefined : ageLevel(row.maxAgeRating),
          },
        },
      );
      return { mediumIds: items.map((item) => data.ids[item] ?? 0), bands };
    },

    /** Returns the round as one member sees it. */
    async present(
      row: RoundRow,
      me: MemberRow,
      { votes, ratings }: { votes: readonly VoteRow[]; ratings: readonly RatingRow[] },
    ): Promise<WithTexts<Round>> {
      const providers = me.userId === null ? NOBODY : (await users.getTaste(me.userId)).providers;
      const { data, indexOf, marketOf } = snapshot();
      const market = marketOf(row.country);
      const fields = neutralFields(market, providers);
      const mediumIds = row.state === 'open' ? [] : row.mediumIds.filter((id) => indexOf(id) >= 0);
      return {
        ...mapSummary(row, me),
        fits: await fitsOf(row, ratings),
        plays: await playsOf(row),
        media: mediumIds.map((id) =>
          writeCard(data, market, indexOf(id), fields, 'card').with({
            ...readStory(data, indexOf(id)),
            ...mapTitle(row, me, votes, id),
          }),
        ),
      };
    },

    /**
     * Returns the twenty titles to rate. The next titles replace those that a person in the round has hidden. The order
     * is random, so nobody learns from a missing title who has hidden it.
     */
    async presentDeck(row: RoundRow, own: ReadonlyMap<number, number>): Promise<{ media: JsonText[] }> {
      const tastes = await tastesOf(row, []);
      const { data, indexOf, marketOf } = snapshot();
      const hidden = new Set(
        [...tastes.values()].flatMap((taste) =>
          Array.from(taste.hiddenItems, (item) => taste.snapshot.data.ids[item] ?? 0),
        ),
      );
      const shown = row.deckIds.filter((id) => !hidden.has(id) && indexOf(id) >= 0).slice(0, GUEST_DECK);
      const market = marketOf(NO_MARKET);
      const fields = neutralFields(market, NOBODY, (item) => own.get(data.ids[item] ?? 0) ?? null);
      return { media: shown.map((id) => writeCard(data, market, indexOf(id), fields, 'card')) };
    },
  };
}

export type RoundTitles = ReturnType<typeof createRoundTitles>;
