/** Returns a franchise number for each name, or -1. Names with equal stems get equal numbers. */
export function franchiseKeys(names: readonly string[]): Int32Array {
  const stems = names.map(stemOf);
  const holders = new Map<string, number>();
  for (const stem of stems) if (stem !== '') holders.set(stem, (holders.get(stem) ?? 0) + 1);

  const joined = stems.map((stem, i) => {
    const words = plainName(names[i]).split(' ');
    // If a name begins with a common stem of two or more words, use this stem, as for "Star Trek Beyond".
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
 * Returns the words with which the names of two titles of a franchise both begin, or null without common
 * words.
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

/** Returns the part of a name before a colon, a dash or "and the", without numbers. */
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
