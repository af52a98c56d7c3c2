import { SET_FACTS, type SetFact } from './facts.ts';
import type { Catalogue, Csr } from './types.ts';

/** A fact that can be a reason, with its values. */
export interface ReasonFact {
  readonly reason: NonNullable<SetFact['reason']>;
  readonly rows: Csr;
  /** The number of titles of each value. */
  readonly titlesOf: ReadonlyMap<number, number>;
}

/** A fact that lowers titles in a row, with its values. */
interface VarietyFact {
  readonly variety: NonNullable<SetFact['variety']>;
  readonly rows: Csr;
}

/** The facts of a catalogue that reasons and variety compare. */
export interface FactSpace {
  readonly size: number;
  /** The facts of each rank, the most specific rank first. */
  readonly ranks: readonly (readonly ReasonFact[])[];
  readonly varieties: readonly VarietyFact[];
}

export function factSpace(catalogue: Catalogue): FactSpace {
  const ranks: ReasonFact[][] = [];
  const varieties: VarietyFact[] = [];
  for (const { of, reason, variety } of Object.values(SET_FACTS)) {
    const rows = of(catalogue);
    if (!rows) continue;
    if (variety) varieties.push({ variety, rows });
    if (!reason) continue;
    const titlesOf = new Map<number, number>();
    for (const id of rows.values) titlesOf.set(id, (titlesOf.get(id) ?? 0) + 1);
    ranks[reason.rank] = [...(ranks[reason.rank] ?? []), { reason, rows, titlesOf }];
  }
  return { size: catalogue.size, ranks: ranks.filter((facts) => facts.length > 0), varieties };
}
