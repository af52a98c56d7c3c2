/**
 * A set of catalogue indexes, one bit for each title. `topK` of the recommender accepts the set as `allow`.
 */
export type Bits = Uint32Array;

export const createBits = (size: number): Bits => new Uint32Array((size + 31) >>> 5);

export function setBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

export function clearBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) & ~(1 << (index & 31));
}

export const hasBit = (bits: Bits, index: number): boolean =>
  (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;

/** Removes all titles from `target` that are not in `other`. */
export function intersect(target: Bits, other: Bits): void {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) & (other[word] ?? 0);
}

export function unite(target: Bits, other: Bits): void {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) | (other[word] ?? 0);
}

/** Removes all titles of `other` from `target`. */
export function subtract(target: Bits, other: Bits): void {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) & ~(other[word] ?? 0);
}

/** Returns the titles of a set in ascending order. */
export function toItems(bits: Bits): Int32Array {
  const items = new Int32Array(countBits(bits));
  let at = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1)
      items[at++] = 32 * word + (31 - Math.clz32(rest & -rest));
  }
  return items;
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += bitsOf(bits[word] ?? 0);
  return count;
}

/** Returns the number of titles that both sets contain. */
export function countCommon(bits: Bits, other: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += bitsOf((bits[word] ?? 0) & (other[word] ?? 0));
  return count;
}
