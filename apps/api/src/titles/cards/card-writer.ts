import { FAVORITE_RATING, Medium, type Progress, type Seen, type WrongOfferKind } from '@marquee/contracts';
import type { Effect, SharedFact } from '@marquee/recommender';
import { addParts, JsonText, type Part } from '#src/core/json-text.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { findName, namesIn } from '#src/titles/engine/local-names.ts';
import type { Market } from '#src/titles/engine/markets.ts';
import { tenthsOf } from '#src/titles/engine/predictions.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { ReasonTeller, textOf } from './reason-teller.ts';
import { mapParts, mapReasons, nameReasons } from './shared-fact.mapper.ts';

/** Rated titles of a user that all raised, or all lowered, the likelihood of a title, and what each shares with it. */
export interface Reasons {
  readonly effect: Effect;
  readonly titles: readonly { readonly item: number; readonly facts: readonly SharedFact[] }[];
}

/** The fields of a card that differ between callers. */
export interface CallerFields {
  /** The offers of the caller's country. */
  readonly market: Market;
  /** Ids of offers that the caller reported as gone. */
  readonly withheld: ReadonlySet<number>;
  /** What the caller reported as wrong, by the id of the offer. */
  readonly reported: ReadonlyMap<number, WrongOfferKind>;
  selected(providerId: number): boolean;
  hidden(index: number): boolean;
  rating(index: number): number | null;
  inList(index: number): boolean;
  /** Null for a title that the caller has not seen. */
  seenAs(index: number): Seen | null;
  /** Null for a movie. */
  progressOf(index: number): Progress | null;
  /** Ten times the probability that the caller likes the title. Null for a visitor. */
  likelihood(index: number): number | null;
  /** Null for a caller who is told no reasons. */
  because(index: number): Reasons | null;
}

export type View = 'full' | 'card';

const HeadFields = Medium.pick({
  id: true,
  title: true,
  poster_url: true,
  release_year: true,
  genres: true,
});

/** Reads the facts of a title that are the same for all. */
export function readHead({ bytes, headStart, extraStart }: SnapshotData, index: number) {
  const written = Buffer.from(bytes.subarray(headStart[index], extraStart[index])).toString();
  return HeadFields.parse(JSON.parse(`${written}}`));
}

const StoryFields = Medium.pick({ overview: true, themes: true });

/** Reads the two fields by which people choose, for a card that has them beside its own. */
export function readStory({ bytes, extraStart, extraEnd }: SnapshotData, index: number) {
  // The fields follow others, so their text begins with a comma.
  const written = Buffer.from(bytes.subarray((extraStart[index] ?? 0) + 1, extraEnd[index])).toString();
  return StoryFields.parse(JSON.parse(`{${written}}`));
}

/** Writes the offer at this position of the caller's market. */
export function writeOffer({ bytes }: SnapshotData, position: number, caller: CallerFields): JsonText {
  const { market, reported } = caller;
  const shared = bytes.subarray(market.offerStart[position], market.offerEnd[position]);
  return new JsonText([`{"id":${market.offerIds[position] ?? 0},`, shared]).with({
    selected: caller.selected(market.offerProvider[position] ?? 0),
    reported: reported.get(market.offerIds[position] ?? 0) ?? null,
  });
}

/** Writes the title's offers. A card leaves out offers that the caller reported as gone. */
function writeOffers(data: SnapshotData, index: number, caller: CallerFields, view: View): JsonText[] {
  const { market, withheld } = caller;
  const end = market.offerOffsets[index + 1] ?? 0;
  const offers: JsonText[] = [];
  for (let position = market.offerOffsets[index] ?? 0; position < end; position++) {
    if (view === 'card' && withheld.has(market.offerIds[position] ?? 0)) continue;
    offers.push(writeOffer(data, position, caller));
  }
  return offers;
}

/** Returns the fields of a card that differ between callers, but not its offers. */
function mapCaller(
  data: SnapshotData,
  index: number,
  caller: CallerFields | null,
  teller: ReasonTeller | null,
) {
  const likelihood = caller?.likelihood(index) ?? null;
  const rating = caller?.rating(index) ?? null;
  const because = teller ? caller?.because(index) : null;
  const reasons = because ? nameReasons(data, index, because) : null;
  const told = reasons && teller ? teller.tell(index, reasons) : null;
  return {
    hidden: caller?.hidden(index) ?? false,
    likelyhood: likelihood === null ? null : tenthsOf(likelihood) / 10,
    rating,
    favorited: rating !== null && rating >= FAVORITE_RATING,
    has_list: caller?.inList(index) ?? false,
    seen: caller?.seenAs(index) ?? null,
    progress: caller?.progressOf(index) ?? null,
    because: reasons ? mapReasons(data, reasons) : caller && !teller ? [] : null,
    reason: told && textOf(told),
    reason_parts: mapParts(data, told ?? []),
  };
}

/**
 * Writes one title. Without a caller, writes the view of a visitor, which has no offers and no likelihood.
 * @param market the offers that decide `no_providers`.
 * @param alreadyAdded whether the list that the call names has the title, null when it names none.
 * @param teller writes the reasons of all titles of the reply; null for a title whose reason is not read.
 */
export function writeCard(
  data: SnapshotData,
  market: Market,
  index: number,
  caller: CallerFields | null,
  view: View,
  alreadyAdded: boolean | null = null,
  teller: ReasonTeller | null = new ReasonTeller(),
): JsonText {
  const shared = data.bytes.subarray(
    data.headStart[index],
    (view === 'full' ? data.extraEnd : data.extraStart)[index],
  );
  const parts: Part[] = [shared, ',"provider_medium":'];
  // Offers do not depend on languages.
  addParts(parts, caller ? writeOffers(data, index, caller, view) : [], []);
  return new JsonText(parts, (languages) => findName(namesIn(data.names, languages), index)).with({
    no_providers: !hasBit(market.available, index),
    ...mapCaller(data, index, caller, teller),
    already_added: alreadyAdded,
  });
}
