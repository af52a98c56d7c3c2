/**
 * Derives franchises from names. Returns a number for each title. Titles with the same number (0 or more)
 * belong to one franchise, and a title with -1 belongs to no franchise.
 *
 * The stem of a name is the part before ':', ' - ' or ' and the', without article, year, numerals and part
 * numbers. Names with the same stem belong together. When at least two names have the same stem of two or
 * more words, a name that begins with this stem belongs to them too ("Star Trek Beyond"). Remakes have the
 * same stem, so that a row keeps versions of one story apart.
 */
export function franchiseKeys(names: readonly string[]): Int32Array {
  const stems = names.map(stemOf);
  const holders = new Map<string, number>();
  for (const stem of stems) if (stem !== '') holders.set(stem, (holders.get(stem) ?? 0) + 1);

  const joined = stems.map((stem, i) => {
    const words = plainName(names[i]).split(' ');
    for (let count = 2; count < words.length; count++) {
      const head = words.slice(0, count).join(' ');
      if (head.length >= 6 && (holders.get(head) ?? 0) >= 2) return head;
    }
    return stem;
  });

  const count = new Map<string, number>();
  for (const stem of joined) count.set(stem, (count.get(stem) ?? 0) + 1);
  const keys = new Map<string, number>();
  return Int32Array.from(joined, (stem) => {
    if (stem === '' || (count.get(stem) ?? 0) < 2) return -1;
    const key = keys.get(stem) ?? keys.size;
    keys.set(stem, key);
    return key;
  });
}

/**
 * Returns the name of a franchise: the words that the names of two of its titles both begin with. Null
 * without such words.
 */
export function franchiseName(a: string, b: string): string | null {
  const words = headOf(a).split(' ');
  const others = headOf(b).split(' ');
  let count = 0;
  while (count < words.length && plainName(words[count]) === plainName(others[count] ?? '')) count++;
  const name = words
    .slice(0, count)
    .join(' ')
    .replace(/[\s,:–—-]+$/, '');
  return plainName(name) === '' ? null : name;
}

/** Returns the part of a name before its subtitle. */
function headOf(name: string): string {
  return name.split(/: | [-–—] | and the | & the /i)[0];
}

function stemOf(name: string): string {
  return plainName(headOf(name))
    .replace(/ (?:part|vol|volume|chapter|episode|season) \S+$/, '')
    .replace(/ (?:\d+|[ivx]+|two|three|four|five)$/, '')
    .trim();
}

/** Normalizes a name: lower case, without accents, year, punctuation and article ("The X" or "X, The"). */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\(\d{4}\)\s*$/, '')
    .trim()
    .replace(/, (?:the|a|an)$/, '')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|a|an) /, '');
}
