import { LOVED_RANK, SET_FACTS, type SetFact } from './facts.ts';
import { earlierParts } from './franchise.ts';
import { lovedInBothDirections } from './loved-sets.ts';
import { rowsOf } from './rows.ts';
import type { Catalogue, Csr, SharedFact } from './types.ts';

/** A value of more titles than this share says nothing about two of them. */
const COMMON = 0.25;
/** A value of so few titles says something in the smallest catalogue. */
const FEW = 4;

/** A fact that can be a reason: a value that more than one title has, and not too many. */
export interface PossibleReason {
  readonly shared: SharedFact;
  /** The lowest is named first; of one rank, the fact of the fewest titles. */
  readonly rank: number;
  readonly titles: number;
  /** Whether it is a reason where both titles have themes. */
  readonly besideThemes: boolean;
}

/** A fact that lowers titles in a row, with its values. */
interface VarietyFact {
  readonly variety: NonNullable<SetFact['variety']>;
  readonly rows: Csr;
}

/** A fact that a spread deck has many values of. */
interface SpreadFact {
  readonly penalty: number;
  readonly rows: Csr;
}

/** The facts of a catalogue that reasons and variety compare. */
export interface FactSpace {
  /** The most specific first. */
  readonly reasons: readonly PossibleReason[];
  /** The places in `reasons` of what each title has, rising. */
  readonly reasonsOf: Csr;
  /** The titles that have each of `reasons`, rising. */
  readonly titlesOf: Csr;
  /** What each title is loved with, in both directions, rising; and the place of this reason in `reasons`. */
  readonly loved: { readonly rows: Csr; readonly place: number };
  /** The earlier parts of a title's franchise, the first one first. */
  readonly earlierParts: Csr;
  /** 1 for a title with themes. */
  readonly hasThemes: Uint8Array;
  readonly varieties: readonly VarietyFact[];
  readonly spreads: readonly SpreadFact[];
}

/** @param shownGenres the number of genres on a card: a reader would not find others that two titles share. */
export function factSpace(catalogue: Catalogue, shownGenres = Number.POSITIVE_INFINITY): FactSpace {
  const { size, themes } = catalogue;
  const isTold = (item: number): boolean =>
    themes !== undefined && themes.offsets[item + 1] > themes.offsets[item];
  const hasThemes = Uint8Array.from({ length: size }, (_, item) => (isTold(item) ? 1 : 0));
  const varieties = Object.values(SET_FACTS).flatMap(({ of, variety }): VarietyFact[] => {
    const rows = of(catalogue);
    return variety && rows ? [{ variety, rows }] : [];
  });
  const spreads = Object.values(SET_FACTS).flatMap(({ of, spread }): SpreadFact[] => {
    const rows = (spread?.of ?? of)(catalogue);
    return spread && rows ? [{ penalty: spread.penalty, rows }] : [];
  });
  return {
    ...reasonFacts(catalogue, shownGenres),
    earlierParts: earlierParts(catalogue),
    hasThemes,
    varieties,
    spreads,
  };
}

function reasonFacts(
  catalogue: Catalogue,
  shownGenres: number,
): Pick<FactSpace, 'reasons' | 'reasonsOf' | 'titlesOf' | 'loved'> {
  const { size } = catalogue;
  const facts = Object.values(SET_FACTS).flatMap(({ of, reason }) => {
    const rows = (reason?.of ?? of)(catalogue);
    if (!reason || !rows) return [];
    const first = reason.first === 'shown' ? shownGenres : (reason.first ?? Number.POSITIVE_INFINITY);
    return [{ rows, first, known: reasonsAmong(rows, size, reason) }];
  });
  const loved: PossibleReason = {
    shared: { kind: 'loved_with', id: -1 },
    rank: LOVED_RANK,
    titles: 2,
    besideThemes: true,
  };
  const reasons = facts
    .flatMap(({ known }) => [...known.values()])
    .concat(loved)
    .sort((a, b) => a.rank - b.rank || a.titles - b.titles);
  const placeOf = new Map(reasons.map((reason, place) => [reason, place]));
  const offsets = new Int32Array(size + 1);
  const values: number[] = [];
  for (let item = 0; item < size; item++) {
    const own = facts.flatMap(({ rows, first, known }) => {
      const from = rows.offsets[item];
      const ids = rows.values.subarray(from, Math.min(rows.offsets[item + 1], from + first));
      return Array.from(ids, (id) => known.get(id)).filter((reason) => reason !== undefined);
    });
    values.push(...own.map((reason) => placeOf.get(reason) ?? 0).sort((a, b) => a - b));
    offsets[item + 1] = values.length;
  }
  const titlesOf = reasons.map((): number[] => []);
  for (let item = 0; item < size; item++)
    for (const place of values.slice(offsets[item], offsets[item + 1])) titlesOf[place].push(item);
  const none = { offsets: new Int32Array(size + 1), values: new Int32Array() };
  return {
    reasons,
    reasonsOf: { offsets, values: Int32Array.from(values) },
    titlesOf: rowsOf(titlesOf),
    loved: { rows: lovedInBothDirections(catalogue.lovedWith ?? none), place: placeOf.get(loved) ?? -1 },
  };
}

/** Returns the values of one kind that can be reasons, by id. */
function reasonsAmong(
  { values }: Csr,
  size: number,
  { kind, rank, besideThemes }: NonNullable<SetFact['reason']>,
): ReadonlyMap<number, PossibleReason> {
  const titlesOf = new Map<number, number>();
  for (const id of values) titlesOf.set(id, (titlesOf.get(id) ?? 0) + 1);
  const known = new Map<number, PossibleReason>();
  for (const [id, titles] of titlesOf) {
    if (titles > 1 && titles <= Math.max(FEW, COMMON * size))
      known.set(id, { shared: { kind, id }, rank, titles, besideThemes: besideThemes !== false });
  }
  return known;
}
