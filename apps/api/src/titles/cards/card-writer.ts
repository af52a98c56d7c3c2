import { FAVORITE_RATING, RATING_MAX, type Seen, type WrongOfferKind } from '@marquee/contracts';
import type { Because, Effect } from '@marquee/recommender';
import { clientLanguages } from '#src/core/client.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { findName, namesIn } from '#src/titles/engine/local-names.ts';
import type { Market } from '#src/titles/engine/markets.ts';
import type { LocalNames, SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { endOfReason } from './shared-fact.mapper.ts';

/** Rated titles of a user that all raised, or all lowered, the likelihood of a title. */
export interface Reasons {
  readonly effect: Effect;
  readonly titles: readonly Because[];
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
  /** Ten times the probability that the caller likes the title. Null for a visitor. */
  likelihood(index: number): number | null;
  /** Null for a caller who is told no reasons. */
  because(index: number): Reasons | null;
}

export type View = 'full' | 'card';

/** Returns the likelihood as cards have it, in tenths: rounded, and limited to 0 … RATING_MAX. */
export const tenthsOf = (likelihood: number): number =>
  Math.max(0, Math.min(RATING_MAX * 10, Math.round(likelihood * 10)));

/** JSON without names or titles, so every character is one byte. */
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** The texts between the fields of a card. Bytes are copied faster than strings are written. */
const HAS_PROVIDERS = ascii(',"no_providers":false,"provider_medium":[');
const NO_PROVIDERS = ascii(',"no_providers":true,"provider_medium":[');
const LOCAL_TITLE = ascii(',"local_title":');
const NO_LOCAL_TITLE = ascii(',"local_title":null');
const NOT_SEEN = ascii(',"seen":null');
const SEEN = ascii(',"seen":');
const NO_BECAUSE = ascii(',"because":null');
const BECAUSE = ascii(',"because":[');
const NO_LOCAL_TITLE_BECAUSE = ascii(',"local_title":null,"because":[');
/** A reason repeats the first two fields of a card: `{"id":…,"title":…` becomes `{"medium_id":…,"title":…`. */
const REASON = ascii('{"medium_');
const NEXT_REASON = ascii(',{"medium_');
/** Bytes of `{"`, which `REASON` replaces. */
const OPENING = 2;
const COMMA = 0x2c;
const CLOSE = 0x7d;
const CLOSE_ARRAY = 0x5d;

/** What differs between callers in the fields after the offers, apart from the name in their language and the reasons. */
interface Tail {
  readonly hidden: boolean;
  /** Tenths, see `tenthsOf`. */
  readonly likelihood: number | null;
  readonly rating: number | null;
  readonly inList: boolean;
  readonly alreadyAdded: boolean | null;
}

/** The tails that were written before. They have few different values, so a card copies one piece for all of them. */
const tails: Uint8Array[] = [];

function tailOf({ hidden, likelihood, rating, inList, alreadyAdded }: Tail): Uint8Array {
  let key = (likelihood ?? -1) + 1;
  key = key * (RATING_MAX + 2) + (rating ?? -1) + 1;
  key = key * 3 + (alreadyAdded === null ? 0 : alreadyAdded ? 1 : 2);
  key = key * 4 + (hidden ? 2 : 0) + (inList ? 1 : 0);
  const known = tails[key];
  if (known !== undefined) return known;
  const fields = JSON.stringify({
    hidden,
    likelyhood: likelihood === null ? null : likelihood / 10,
    rating,
    favorited: rating !== null && rating >= FAVORITE_RATING,
    has_list: inList,
    already_added: alreadyAdded,
  });
  const made = ascii(`],${fields.slice(1, -1)}`);
  tails[key] = made;
  return made;
}

/** Returns the end of an offer. */
const offerEnd = (selected: boolean, reported: WrongOfferKind | null): Uint8Array =>
  ascii(`${selected},"reported":${JSON.stringify(reported)}}`);

const SELECTED = offerEnd(true, null);
const NOT_SELECTED = offerEnd(false, null);

/** Room for what is not counted for a card: braces, commas, the end of each offer and the tail. */
const OFFER_ROOM = 60;
const CARD_ROOM = 300;

const { copy } = Buffer.prototype;
/** Up to this many bytes, a loop is faster than the call of a native function, which takes about 60 ns. */
const FEW = 16;

/**
 * Writes replies: copies the serialized parts of cards and adds the caller's fields. All replies share one
 * buffer, so all calls up to `finish` must be synchronous.
 */
export class CardWriter {
  #buffer = Buffer.allocUnsafe(1 << 20);
  #at = 0;
  /** The number of this reply, from 1, because 0 stands for none. */
  #reply = 1;
  /** By title: the last reply with its card, and where the card is in that reply. */
  #replyOf = new Float64Array(0);
  #fromOf = new Int32Array(0);
  #toOf = new Int32Array(0);
  /** The names in the caller's languages, resolved with the first card of each reply. */
  #names: readonly LocalNames[] | null = null;

  #reserve(length: number): void {
    if (this.#at + length <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#at + length, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }

  /** Appends JSON text. */
  text(text: string): this {
    this.#reserve(text.length * 3);
    this.#at += this.#buffer.write(text, this.#at);
    return this;
  }

  /** Appends a comma, which is faster than as a text. */
  comma(): this {
    this.#reserve(1);
    this.#byte(COMMA);
    return this;
  }

  /** Appends serialized JSON. */
  bytes(json: Uint8Array): this {
    this.#reserve(json.length);
    this.#copy(json, 0, json.length);
    return this;
  }

  /** Appends bytes, for which `#reserve` was called. */
  #copy(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > FEW) this.#at += copy.call(bytes, this.#buffer, this.#at, from, to);
    else for (let at = from; at < to; at++) this.#byte(bytes[at] ?? 0);
  }

  #byte(byte: number): void {
    this.#buffer[this.#at++] = byte;
  }

  /** Appends one offer, for which `#reserve` was called. */
  #offer(data: SnapshotData, position: number, caller: CallerFields): void {
    const { market, reported } = caller;
    this.#copy(data.bytes, market.offerStart[position] ?? 0, market.offerEnd[position] ?? 0);
    const selected = caller.selected(market.offerProvider[position] ?? 0);
    const kind = reported.get(market.offerIds[position] ?? 0);
    const end = kind ? offerEnd(selected, kind) : selected ? SELECTED : NOT_SELECTED;
    this.#copy(end, 0, end.length);
  }

  /** Appends the title's offers as JSON. A card leaves out offers that the caller reported as gone. */
  #offers(data: SnapshotData, index: number, caller: CallerFields, view: View): void {
    const { market, withheld } = caller;
    const end = market.offerOffsets[index + 1] ?? 0;
    let isFirst = true;
    for (let offer = market.offerOffsets[index] ?? 0; offer < end; offer++) {
      if (view === 'card' && withheld.has(market.offerIds[offer] ?? 0)) continue;
      if (!isFirst) this.#byte(COMMA);
      isFirst = false;
      this.#offer(data, offer, caller);
    }
  }

  /** Appends the offer at this position of the caller's market as JSON. */
  offer(data: SnapshotData, position: number, caller: CallerFields): this {
    const { market } = caller;
    this.#reserve((market.offerEnd[position] ?? 0) - (market.offerStart[position] ?? 0) + OFFER_ROOM);
    this.#offer(data, position, caller);
    return this;
  }

  /**
   * Appends the card of a title that this reply has already, as it was, because the rows of a page repeat titles.
   * @returns false when the reply does not have the title.
   */
  again(index: number): boolean {
    if (this.#replyOf[index] !== this.#reply) return false;
    const from = this.#fromOf[index] ?? 0;
    const to = this.#toOf[index] ?? 0;
    this.#reserve(to - from);
    this.#buffer.copyWithin(this.#at, from, to);
    this.#at += to - from;
    return true;
  }

  /**
   * Appends one title. Without a caller, appends the view of a visitor, which has no offers and no likelihood.
   * @param market the offers that decide `no_providers`.
   */
  card(
    data: SnapshotData,
    market: Market,
    index: number,
    caller: CallerFields | null,
    view: View,
    alreadyAdded: boolean | null,
    /** Further fields as JSON, each with a comma before it. */
    further = '',
  ): this {
    const from = this.#at;
    const start = data.headStart[index] ?? 0;
    const headEnd = data.extraStart[index] ?? 0;
    const extraEnd = data.extraEnd[index] ?? 0;
    const firstOffer = market.offerOffsets[index] ?? 0;
    const endOffer = market.offerOffsets[index + 1] ?? 0;
    const offerBytes =
      endOffer > firstOffer ? (market.offerEnd[endOffer - 1] ?? 0) - (market.offerStart[firstOffer] ?? 0) : 0;
    this.#reserve(extraEnd - start + offerBytes + (endOffer - firstOffer) * OFFER_ROOM + CARD_ROOM);
    this.#copy(data.bytes, start, view === 'full' ? extraEnd : headEnd);
    const providers = hasBit(market.available, index) ? HAS_PROVIDERS : NO_PROVIDERS;
    this.#copy(providers, 0, providers.length);
    if (caller) this.#offers(data, index, caller, view);
    const likelihood = caller?.likelihood(index) ?? null;
    const tail = tailOf({
      hidden: caller?.hidden(index) ?? false,
      likelihood: likelihood === null ? null : tenthsOf(likelihood),
      rating: caller?.rating(index) ?? null,
      inList: caller?.inList(index) ?? false,
      alreadyAdded,
    });
    this.#copy(tail, 0, tail.length);
    const seen = caller?.seenAs(index) ?? null;
    if (seen === null) this.bytes(NOT_SEEN);
    else this.bytes(SEEN).text(JSON.stringify(seen));
    this.#localTitleAndBecause(data, index, caller);
    if (further !== '') this.text(further);
    this.#reserve(1);
    this.#byte(CLOSE);
    this.#note(data.size, index, from);
    return this;
  }

  /**
   * Notes a card in arrays. A `Map` makes a new table for each reply, and its old ones, 20 kB, wait for a collection of the
   * old generation.
   */
  #note(size: number, index: number, from: number): void {
    if (this.#replyOf.length < size) {
      this.#replyOf = new Float64Array(size);
      this.#fromOf = new Int32Array(size);
      this.#toOf = new Int32Array(size);
    }
    this.#replyOf[index] = this.#reply;
    this.#fromOf[index] = from;
    this.#toOf[index] = this.#at;
  }

  #localTitleAndBecause(data: SnapshotData, index: number, caller: CallerFields | null): void {
    this.#names ??= namesIn(data.names, clientLanguages());
    const name = this.#names.length === 0 ? null : findName(this.#names, index);
    if (name !== null) this.bytes(LOCAL_TITLE).text(JSON.stringify(name));
    const reasons = caller?.because(index) ?? null;
    if (reasons === null) {
      if (name === null) this.bytes(NO_LOCAL_TITLE);
      this.bytes(NO_BECAUSE);
      return;
    }
    this.bytes(name === null ? NO_LOCAL_TITLE_BECAUSE : BECAUSE);
    this.#reasons(data, index, reasons);
    this.#reserve(1);
    this.#byte(CLOSE_ARRAY);
  }

  #reasons(data: SnapshotData, index: number, { effect, titles }: Reasons): void {
    let start = REASON;
    for (const { item, shared } of titles) {
      this.bytes(start);
      start = NEXT_REASON;
      const from = (data.headStart[item] ?? 0) + OPENING;
      const to = data.titleEnd[item] ?? 0;
      this.#reserve(to - from);
      this.#copy(data.bytes, from, to);
      this.bytes(endOfReason(data, effect, shared, index, item));
    }
  }

  finish(): Buffer {
    return Buffer.from(this.borrow());
  }

  /** Returns the reply without copying it. The next reply overwrites it. */
  borrow(): Uint8Array {
    const reply = this.#buffer.subarray(0, this.#at);
    this.reset();
    return reply;
  }

  /** Discards an unfinished reply, for example after an error. */
  reset(): this {
    this.#at = 0;
    this.#reply++;
    this.#names = null;
    return this;
  }
}
