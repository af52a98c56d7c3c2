/**
 * Texts by their first and by their last letters. One typo changes only one half of a text, so a query needs to be
 * compared only with the texts that share its other half. Contains only arrays, for transfer to a worker.
 */
export interface TypoIndex {
  readonly heads: Groups;
  readonly tails: Groups;
}

/** Items by key: the items of key k are `items[offsets[k]] … items[offsets[k + 1] - 1]`, ascending. */
export interface Groups {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** Groups the indexes of `keys` by their keys, which are 0 to `count - 1`. */
export function groupByKey(keys: ArrayLike<number>, count: number): Groups {
  const offsets = new Int32Array(count + 1);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
  }
  for (let key = 0; key < count; key++) offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
  const next = offsets.slice();
  const items = new Int32Array(keys.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    const place = next[key] ?? 0;
    items[place] = at;
    next[key] = place + 1;
  }
  return { offsets, items };
}

/** Number of texts for each key, on average. More texts take more comparisons, fewer take more memory. */
const TEXTS_PER_KEY = 4;

/** Returns a hash of the letters `from … to-1` and of the length of the whole text. */
function hashOf(text: string, from: number, to: number, length: number): number {
  let hash = length;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995) ^ (hash >>> 13);
  return (hash ^ (hash >>> 15)) >>> 0;
}

// The letter between head and tail belongs to neither, because a typo may swap it with either neighbor.
const headOf = (length: number): number => length >>> 1;
const tailOf = (length: number): number => length - 1 - headOf(length);

export function buildTypoIndex(texts: readonly string[]): TypoIndex {
  const count = Math.ceil((texts.length + 1) / TEXTS_PER_KEY);
  const group = (hash: (text: string) => number): Groups =>
    groupByKey(
      Int32Array.from(texts, (text) => hash(text) % count),
      count,
    );
  return {
    heads: group((text) => hashOf(text, 0, headOf(text.length), text.length)),
    tails: group((text) => hashOf(text, text.length - tailOf(text.length), text.length, text.length)),
  };
}

/** Calls `found` with every text within one typo of `query`, some twice, and with some other texts. */
export function eachCandidate(
  { heads, tails }: TypoIndex,
  query: string,
  found: (index: number) => void,
): void {
  const give = ({ offsets, items }: Groups, hash: number): void => {
    const key = hash % (offsets.length - 1);
    const to = offsets[key + 1] ?? 0;
    for (let at = offsets[key] ?? 0; at < to; at++) found(items[at] ?? 0);
  };
  for (let length = Math.max(1, query.length - 1); length <= query.length + 1; length++) {
    give(heads, hashOf(query, 0, headOf(length), length));
    give(tails, hashOf(query, query.length - tailOf(length), query.length, length));
  }
}
