import { hashed } from '@marquee/recommender/math/random';
import { topK } from '@marquee/recommender/math/select';
import type { Model } from '@marquee/recommender/model/types';
import {
  bestOf,
  LEAST_RELEVANT,
  ndcg,
  nicheOf,
  RANKED,
  type Rater,
  RELEVANT,
  ratioOf,
} from './first-evening.ts';

/** The gain of the first questions, compared with as many random ratings of the same users. */
export interface DeckFigures {
  /** Ratio to popularity after the first ten titles of the deck that the person has rated; of the niche fifth too. */
  readonly deck: number;
  readonly deckNiche: number;
  /** The same with ten random ratings. */
  readonly random: number;
  readonly randomNiche: number;
  /** Median number of titles that the deck shows until a person has rated ten. */
  readonly shown: number;
}

const KNOWN = 10;
/** Half of a person's ratings can be asked for. The order is judged by the other half, the same for both orders. */
const ASKED = 0.5;

/**
 * Measures the deck of a new user. Both models get ten ratings of the same half of a person's ratings: the
 * ten that the deck asks for first, or random ones.
 */
export function deckEvening(
  model: Model,
  candidates: Int32Array,
  users: readonly Rater[],
  seed: number,
  draws: number,
): DeckFigures {
  const { size, popularity, year } = model.catalogue;
  const niche = nicheOf(users, model.catalogue);
  const nobody = { rated: [], ratings: [], hidden: [], listed: [], genres: [] };
  const value = model.teach(model.foldIn(nobody));
  const place = new Int32Array(size);
  topK(value, size).forEach((item, at) => {
    place[item] = at;
  });
  const figures = { deck: newFigures(), random: newFigures() };
  for (const { id, items, ratings, lastYear } of users) {
    for (let draw = 0; draw < draws; draw++) {
      const isAsked = items.map((item) => (hashed(id, item, 2 * (seed + draw)) < ASKED ? 1 : 0));
      const half = new Set(items.filter((_, k) => isAsked[k]));
      const open = candidates.filter((item) => year[item] <= lastYear && !half.has(item));
      const isOpen = new Set(open);
      const relevant = new Set(
        items.filter((item, k) => !isAsked[k] && ratings[k] >= RELEVANT && isOpen.has(item)),
      );
      if (relevant.size < LEAST_RELEVANT) continue;
      const own = Int32Array.from(items.keys()).filter((k) => isAsked[k] === 1);
      const byChance = Float64Array.from(items, (item) => hashed(id, item, 2 * (seed + draw) + 1));
      const known = {
        deck: own.slice().sort((a, b) => place[items[a]] - place[items[b]]),
        random: own.slice().sort((a, b) => byChance[a] - byChance[b] || a - b),
      };
      const famous = ndcg(bestOf(open, popularity, RANKED), relevant);
      for (const kind of ['deck', 'random'] as const) {
        const first = known[kind].subarray(0, KNOWN);
        const user = model.foldIn({
          ...nobody,
          rated: first.map((k) => items[k]),
          ratings: first.map((k) => ratings[k]),
        });
        const scores = model.interest(user);
        const own10 = ndcg(bestOf(open, scores, RANKED), relevant);
        for (const sums of niche.has(id) ? [figures[kind].all, figures[kind].niche] : [figures[kind].all]) {
          sums.push({ ndcg10: own10, popularity: famous });
        }
      }
    }
  }
  const shown = users.map(({ items }) => items.map((item) => place[item]).sort()[KNOWN - 1] + 1);
  shown.sort((a, b) => a - b);
  return {
    deck: ratioOf(figures.deck.all),
    deckNiche: ratioOf(figures.deck.niche),
    random: ratioOf(figures.random.all),
    randomNiche: ratioOf(figures.random.niche),
    shown: shown[shown.length >> 1],
  };
}

interface Figures {
  readonly all: { readonly ndcg10: number; readonly popularity: number }[];
  readonly niche: { readonly ndcg10: number; readonly popularity: number }[];
}

const newFigures = (): Figures => ({ all: [], niche: [] });
