// Interim, uncommitted: replaced by the recommender's contentModel as soon as it lands.
import type { Catalogue, Model } from '@marquee/recommender';

export function contentModel(catalogue: Catalogue): Model {
  const person = { count: 0, bytes: 100 };
  const fill = (out: Float32Array) => out.set(catalogue.popularity);
  const zero = { rmse: 0, mae: 0, ece: 0, recall20: 0, ndcg10: 0, ndcg100: 0, ratings: 0, people: 0 };
  return {
    meta: {
      format: 1,
      kind: 'content',
      seed: 1,
      hyper: {},
      data: { ratings: 0, people: 0, items: catalogue.size },
      heldout: zero,
      rivals: { content: null, previous: null },
      arrays: [],
    },
    catalogue,
    foldIn: () => person,
    likelihood: (_p, item) => ({ mean: 5 + 3 * (catalogue.popularity[item] ?? 0), variance: 1 }),
    likelihoods: (_p, items, mean) => {
      for (let i = 0; i < items.length; i++) mean[i] = 5;
    },
    order: (_p, out) => fill(out),
    because: () => [],
    contributions: () => ({ prior: 0, mean: 0, ratings: [], others: 0 }),
    teach: (_p, out) => fill(out),
    similar: (item, out) => {
      fill(out);
      out[item] = Number.NEGATIVE_INFINITY;
    },
  };
}
export const franchiseKeys = (titles: readonly string[]) => new Int32Array(titles.length).fill(-1);
