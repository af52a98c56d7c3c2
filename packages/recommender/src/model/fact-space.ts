import { SET_FACTS, type SetFact } from './facts.ts';
import type { Catalogue, Csr } from './types.ts';

/** A fact that can be a reason, with its values. */
interface ReasonFact {
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
  readonly themes: Csr | undefined;
  readonly reasons: readonly ReasonFact[];
  readonly varieties: readonly VarietyFact[];
}

export function factSpace(catalogue: Catalogue): FactSpace {
  const reasons: ReasonFact[] = [];
  const varieties: VarietyFact[] = [];
  for (const { of, reason, variety } of Object.values(SET_FACTS)) {
    const rows = of(catalogue);
    if (variety && rows) varieties.push({ variety, rows });
    const named = reason?.of ? reason.of(catalogue) : rows;
    if (!reason || !named) continue;
    const titlesOf = new Map<number, number>();
    for (const id of named.values) titlesOf.set(id, (titlesOf.get(id) ?? 0) + 1);
    reasons.push({ reason, rows: named, titlesOf });
  }
  return { size: catalogue.size, themes: catalogue.themes, reasons, varieties };
}
