import { SET_FACTS, type SetFact } from './facts.ts';
import type { Catalogue, Csr, SharedFact } from './types.ts';

/** A value of more titles than this share says nothing about two of them. */
const COMMON = 0.25;
/** A value of so few titles says something in the smallest catalogue. */
const FEW = 4;

/** A value that can be a reason, as several titles have it and not too many. Of two equal values there is one object. */
export interface Telling {
  readonly fact: SharedFact;
  /** The rank of its kind; of one rank, the value of the fewest titles comes first. */
  readonly rank: number;
  readonly titles: number;
  /** Whether it is a reason where both titles have themes. */
  readonly besideThemes: boolean;
}

/** A fact that can be a reason, with its values. */
interface ReasonFact {
  readonly reason: NonNullable<SetFact['reason']>;
  readonly rows: Csr;
  readonly telling: ReadonlyMap<number, Telling>;
}

/** A fact that lowers titles in a row, with its values. */
interface VarietyFact {
  readonly variety: NonNullable<SetFact['variety']>;
  readonly rows: Csr;
}

/** The facts of a catalogue that reasons and variety compare. */
export interface FactSpace {
  readonly themes: Csr | undefined;
  readonly reasons: readonly ReasonFact[];
  readonly varieties: readonly VarietyFact[];
}

export function factSpace(catalogue: Catalogue): FactSpace {
  const reasons: ReasonFact[] = [];
  const varieties: VarietyFact[] = [];
  const most = Math.max(FEW, COMMON * catalogue.size);
  for (const { of, reason, variety } of Object.values(SET_FACTS)) {
    const rows = of(catalogue);
    if (variety && rows) varieties.push({ variety, rows });
    const named = reason?.of ? reason.of(catalogue) : rows;
    if (!reason || !named) continue;
    const titlesOf = new Map<number, number>();
    for (const id of named.values) titlesOf.set(id, (titlesOf.get(id) ?? 0) + 1);
    const { kind, rank, besideThemes = true } = reason;
    const telling = new Map<number, Telling>();
    for (const [id, titles] of titlesOf) {
      if (titles > 1 && titles <= most) telling.set(id, { fact: { kind, id }, rank, titles, besideThemes });
    }
    reasons.push({ reason, rows: named, telling });
  }
  return { themes: catalogue.themes, reasons, varieties };
}
