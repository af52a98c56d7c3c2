import type { LearnedKind, TasteReply } from '@marquee/contracts';

/** Returns one genre, decade or person. */
export function makeKind(id: number, name: string, effect: number, certainty: number): LearnedKind {
  return { id, name, effect, certainty };
}

/** Returns the taste of a member without ratings, unless `taste` and `totals` change the reply. */
export function makeTaste(
  taste: Partial<TasteReply['taste']> = {},
  totals: Partial<TasteReply['totals']> = {},
): TasteReply {
  return {
    taste: { genres: [], decades: [], people: [], themes: [], countries: [], groups: [], ...taste },
    totals: { ratings: 0, average: null, by_year: [], by_genre: [], by_tag: [], ...totals },
  };
}
