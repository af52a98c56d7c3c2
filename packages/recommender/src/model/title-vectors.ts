import type { TasteSpace } from './taste.ts';

/**
 * The entries of a title's vector `a` that are not 0, and their places, rising. Every call of `read` overwrites them.
 * Most entries are 0 in the content model, so sums over these entries are several times shorter.
 */
export let entries = new Float64Array(0);
export let places = new Int32Array(0);

/** Makes room for a vector of `length` entries and for the bias. */
function reserve(length: number): void {
  if (entries.length > length) return;
  entries = new Float64Array(length + 1);
  places = new Int32Array(length + 1);
}

/** Reads the vector of `length` entries that begins at `from`. Returns how many entries are not 0. */
export function readVector(vector: Float32Array | Float64Array, from: number, length: number): number {
  reserve(length);
  let count = 0;
  for (let i = 0; i < length; i++) {
    const x = vector[from + i];
    if (x === 0) continue;
    entries[count] = x;
    places[count++] = i;
  }
  return count;
}

/** The entries of the titles' factors that are not 0, by title. */
interface SparseItems {
  readonly offsets: Int32Array;
  readonly places: Uint16Array;
  readonly entries: Float32Array;
}

const sparseItems = new WeakMap<TasteSpace, SparseItems>();

function sparseOf(space: TasteSpace): SparseItems {
  const known = sparseItems.get(space);
  if (known) return known;
  const { size, factors, items } = space;
  const d = factors + 1;
  const offsets = new Int32Array(size + 1);
  let count = 0;
  for (let i = 0; i < size; i++) {
    for (let f = 0; f < factors; f++) if (items[i * d + f] !== 0) count++;
    offsets[i + 1] = count;
  }
  const made = { offsets, places: new Uint16Array(count), entries: new Float32Array(count) };
  for (let i = 0, at = 0; i < size; i++) {
    for (let f = 0; f < factors; f++) {
      if (items[i * d + f] === 0) continue;
      made.places[at] = f;
      made.entries[at++] = items[i * d + f];
    }
  }
  sparseItems.set(space, made);
  return made;
}

/** Reads `a` of a title into `entries` and `places`. Returns their number; the last is that of the bias. */
export function read(space: TasteSpace, item: number): number {
  const sparse = sparseOf(space);
  reserve(space.factors);
  const from = sparse.offsets[item];
  const count = sparse.offsets[item + 1] - from;
  for (let k = 0; k < count; k++) {
    entries[k] = sparse.entries[from + k];
    places[k] = sparse.places[from + k];
  }
  entries[count] = 1;
  places[count] = space.factors;
  return count + 1;
}
