import { FAVORITE_RATING, RATING_MAX, type WrongOfferKind } from '@marquee/contracts';
import { callerLanguages } from '#src/core/languages.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { findName, namesIn } from '#src/titles/engine/local-names.ts';
import type { Market } from '#src/titles/engine/markets.ts';
import type { LocalNames, SnapshotData } from '#src/titles/engine/snapshot-data.ts';

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
  /** Ten times the probability that the caller likes the title. Null for a visitor. */
  likelihood(index: number): number | null;
  /** Returns `because` as JSON in UTF-8, in pieces. */
  because(index: number): readonly Uint8Array[];
}

export type View = 'full' | 'card';

const TENTHS = Array.from({ length: RATING_MAX * 10 + 1 }, (_, tenths) => String(tenths / 10));

const tenthsOf = (likelihood: number): number =>
  Math.max(0, Math.min(RATING_MAX * 10, Math.round(likelihood * 10)));

/** Writes the likelihood as JSON: one decimal, limited to 0 … RATING_MAX. */
export const toTenths = (likelihood: number): string => TENTHS[tenthsOf(likelihood)] ?? 'null';

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** The texts between the fields of a card. Bytes are copied faster than strings are written. */
const COMMA = ascii(',');
const TRUE = ascii('true');
const FALSE = ascii('false');
const NULL = ascii('null');
const CLOSE = ascii('}');
const NOT_REPORTED = ascii(',"reported":null}');
const REPORTED = ascii(',"reported":"');
const CLOSE_REPORTED = ascii('"}');
const HAS_PROVIDERS = ascii(',"no_providers":false,"provider_medium":[');
const NO_PROVIDERS = ascii(',"no_providers":true,"provider_medium":[');
const HIDDEN = ascii('],"hidden":true,"likelyhood":');
const SHOWN = ascii('],"hidden":false,"likelyhood":');
const RATING = ascii(',"rating":');
const FAVORITED = ascii(',"favorited":');
const HAS_LIST = ascii(',"has_list":');
const ALREADY_ADDED = ascii(',"already_added":');
const LOCAL_TITLE = ascii(',"local_title":');
const BECAUSE = ascii(',"because":');
const NO_LOCAL_TITLE_BECAUSE = ascii(',"local_title":null,"because":');
const LIKELIHOODS = TENTHS.map(ascii);
const RATINGS = Array.from({ length: RATING_MAX + 1 }, (_, rating) => ascii(String(rating)));

const { copy } = Buffer.prototype;

/** Longer parts are copied by the engine. Starting such a copy takes as long as copying this many bytes here. */
const SHORT = 64;

/**
 * Writes replies: copies the serialized parts of cards and adds the caller's fields. All replies share one
 * buffer, so all calls up to `finish` must be synchronous.
 */
export class CardWriter {
  #buffer = Buffer.allocUnsafe(1 << 20);
  #at = 0;
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

  /** Appends serialized JSON. */
  bytes(json: Uint8Array): this {
    this.#reserve(json.length);
    this.#copy(json, 0, json.length);
    return this;
  }

  /** Appends a short text, for which `#reserve` was called. */
  #short(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let k = 0; k < bytes.length; k++) buffer[at++] = bytes[k] ?? 0;
    this.#at = at;
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > SHORT) {
      this.#at += copy.call(bytes, this.#buffer, this.#at, from, to);
      return;
    }
    const buffer = this.#buffer;
    let at = this.#at;
    for (let k = from; k < to; k++) buffer[at++] = bytes[k] ?? 0;
    this.#at = at;
  }

  /** Appends one offer, for which `#reserve` was called. */
  #offer(data: SnapshotData, position: number, caller: CallerFields): void {
    const { market, reported } = caller;
    this.#copy(data.bytes, market.offerStart[position] ?? 0, market.offerEnd[position] ?? 0);
    this.#short(caller.selected(market.offerProvider[position] ?? 0) ? TRUE : FALSE);
    const kind = reported.get(market.offerIds[position] ?? 0);
    if (kind === undefined) this.#short(NOT_REPORTED);
    else {
      this.#short(REPORTED);
      this.#short(ascii(kind));
      this.#short(CLOSE_REPORTED);
    }
  }

  /** Appends the title's offers as JSON. A card leaves out offers that the caller reported as gone. */
  #offers(data: SnapshotData, index: number, caller: CallerFields, view: View): void {
    const { market, withheld } = caller;
    const end = market.offerOffsets[index + 1] ?? 0;
    let isFirst = true;
    for (let offer = market.offerOffsets[index] ?? 0; offer < end; offer++) {
      if (view === 'card' && withheld.has(market.offerIds[offer] ?? 0)) continue;
      if (!isFirst) this.#short(COMMA);
      isFirst = false;
      this.#offer(data, offer, caller);
    }
  }

  /** Appends the offer at this position of the caller's market as JSON. */
  offer(data: SnapshotData, position: number, caller: CallerFields): this {
    const { market } = caller;
    this.#reserve((market.offerEnd[position] ?? 0) - (market.offerStart[position] ?? 0) + 40);
    this.#offer(data, position, caller);
    return this;
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
    const start = data.headStart[index] ?? 0;
    const headEnd = data.extraStart[index] ?? 0;
    const extraEnd = data.extraEnd[index] ?? 0;
    const firstOffer = market.offerOffsets[index] ?? 0;
    const endOffer = market.offerOffsets[index + 1] ?? 0;
    const offerBytes =
      endOffer > firstOffer ? (market.offerEnd[endOffer - 1] ?? 0) - (market.offerStart[firstOffer] ?? 0) : 0;
    this.#reserve(extraEnd - start + offerBytes + (endOffer - firstOffer) * 40 + 300);
    this.#copy(data.bytes, start, view === 'full' ? extraEnd : headEnd);
    this.#short(hasBit(market.available, index) ? HAS_PROVIDERS : NO_PROVIDERS);
    if (caller) this.#offers(data, index, caller, view);
    const rating = caller?.rating(index) ?? null;
    const likelihood = caller?.likelihood(index) ?? null;
    this.#short(caller?.hidden(index) ? HIDDEN : SHOWN);
    this.#short((likelihood === null ? null : LIKELIHOODS[tenthsOf(likelihood)]) ?? NULL);
    this.#short(RATING);
    this.#short((rating === null ? null : RATINGS[rating]) ?? NULL);
    this.#short(FAVORITED);
    this.#short(rating !== null && rating >= FAVORITE_RATING ? TRUE : FALSE);
    this.#short(HAS_LIST);
    this.#short(caller?.inList(index) ? TRUE : FALSE);
    this.#short(ALREADY_ADDED);
    this.#short(alreadyAdded === null ? NULL : alreadyAdded ? TRUE : FALSE);
    this.#localTitleAndBecause(data, index);
    if (caller) for (const piece of caller.because(index)) this.bytes(piece);
    else this.#short(NULL);
    if (further !== '') this.text(further);
    this.#reserve(1);
    this.#short(CLOSE);
    return this;
  }

  #localTitleAndBecause(data: SnapshotData, index: number): void {
    this.#names ??= namesIn(data.names, callerLanguages());
    const name = this.#names.length === 0 ? null : findName(this.#names, index);
    if (name === null) {
      this.#short(NO_LOCAL_TITLE_BECAUSE);
      return;
    }
    this.#short(LOCAL_TITLE);
    this.text(JSON.stringify(name));
    this.#reserve(BECAUSE.length + NULL.length);
    this.#short(BECAUSE);
  }

  finish(): Buffer {
    const reply = Buffer.from(this.#buffer.subarray(0, this.#at));
    this.reset();
    return reply;
  }

  /** Discards an unfinished reply, for example after an error. */
  reset(): this {
    this.#at = 0;
    this.#names = null;
    return this;
  }
}
