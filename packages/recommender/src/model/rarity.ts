import type { Csr } from './types.ts';

/** Returns how much a value weighs, the rarer the more: its inverse document frequency among titles with any value. */
export function rarityOf({ offsets, values }: Csr): (value: number) => number {
  const titles = new Map<number, number>();
  for (const value of values) titles.set(value, (titles.get(value) ?? 0) + 1);
  let tagged = 0;
  for (let i = 0; i < offsets.length - 1; i++) if (offsets[i + 1] > offsets[i]) tagged++;
  return (value) => Math.max(0, Math.log(tagged / (1 + (titles.get(value) ?? 0))));
}
