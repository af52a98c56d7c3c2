import { rowsOf } from './rows.ts';
import type { Csr } from './types.ts';

/**
 * Returns what each title is loved with, in both directions and rising: the titles that it names, and those that name it.
 * Half of what people love together is written in one direction only, because lists end.
 */
export function lovedInBothDirections({ offsets, values }: Csr): Csr {
  const size = offsets.length - 1;
  const others = Array.from({ length: size }, (): number[] => []);
  for (let i = 0; i < size; i++) {
    for (const other of values.subarray(offsets[i], offsets[i + 1])) {
      others[i].push(other);
      others[other].push(i);
    }
  }
  // Two titles may name each other.
  return rowsOf(
    others.map((own) => own.sort((a, b) => a - b).filter((other, at) => at === 0 || own[at - 1] !== other)),
  );
}

/** Returns the set of each title: itself and what it is loved with. A title that is loved with none has an empty set. */
export function lovedSets(lovedWith: Csr): Csr {
  const { offsets, values } = lovedInBothDirections(lovedWith);
  const rows = Array.from({ length: offsets.length - 1 }, (_, i) => {
    const others = values.subarray(offsets[i], offsets[i + 1]);
    return others.length > 0 ? [i, ...others] : [];
  });
  return rowsOf(rows);
}
