import type { LearnedTaste } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { isVisible } from '#src/features/titles/visible-effect.ts';

/** A thing on which the member's ratings and the model agree, with the address of its titles in the member's order. */
export interface ToldThing {
  words: string;
  to: string;
}

/** No more things are told: a longer sentence says nothing. */
const TOLD = 12;

const within = (filter: string): string => `${screenAddress(paths.row, { rowId: 'recommended' })}?${filter}`;

/** Two catalogues may write one person with and without accents. */
const { compare } = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
const isSame = (a: string, b: string): boolean => compare(a, b) === 0;

/** Returns what the member likes and dislikes among themes, countries and people, the strongest first. */
export function told({ themes, countries, people }: LearnedTaste): {
  liked: ToldThing[];
  disliked: ToldThing[];
} {
  const all = [
    ...themes.map(({ slug, name, group, effect }) => ({
      effect,
      words: group === 'setting' ? `stories set in ${name}` : name,
      to: within(`theme=${slug}`),
    })),
    ...countries.map(({ code, name, effect }) => ({
      effect,
      words: `what comes from ${name}`,
      to: within(`country=${code}`),
    })),
    ...people.map(({ id, name, effect }) => ({
      effect,
      words: name,
      to: screenAddress(paths.person, { personId: id }),
    })),
  ]
    .filter(({ effect }) => isVisible(effect))
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .filter(({ words }, at, sorted) => sorted.findIndex((other) => isSame(other.words, words)) === at)
    .slice(0, TOLD);
  const things = (isMeant: (effect: number) => boolean): ToldThing[] =>
    all.filter(({ effect }) => isMeant(effect)).map(({ words, to }) => ({ words, to }));
  return { liked: things((effect) => effect > 0), disliked: things((effect) => effect < 0) };
}
