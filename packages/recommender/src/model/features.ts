import { type Sparse, sparseFromTriples } from '../math/sparse.ts';
import { decadeShares } from './content.ts';
import { eachValue, GROUP, SET_FACTS } from './facts.ts';
import type { Catalogue } from './types.ts';

/** Sparse features of users or titles. */
export interface Features {
  readonly matrix: Sparse;
  /** The features of a group share a prior precision. Group 0 has a flat prior. */
  readonly group: Uint8Array;
}

/** Group and id of each feature column. */
export interface FeatureTable {
  readonly group: number[];
  readonly id: number[];
  readonly index: Map<string, number>;
}

/**
 * Returns the content features of a title as [group, id, value], in the order of their groups. Does not include
 * features of the title's raters.
 */
export function titleFeatures(catalogue: Catalogue, item: number): [number, number, number][] {
  const out: [number, number, number][] = [
    [GROUP.intercept, 0, 1],
    [GROUP.popularity, 0, catalogue.popularity[item] - 0.5],
  ];
  for (const [decade, share] of decadeShares(catalogue.year[item])) out.push([GROUP.decade, decade, share]);
  if (catalogue.type[item] === 1) out.push([GROUP.type, 1, 1]);
  for (const { feature, of } of Object.values(SET_FACTS)) {
    const rows = feature && of(catalogue);
    if (!rows) continue;
    eachValue(rows, item, feature, (id, weight) => out.push([feature.group, id, weight]));
  }
  return out.sort(([a], [b]) => a - b);
}

/**
 * Returns the features of the rated titles. With `byItem`, the users who rated a title are features too.
 * @param titles the catalogue index of each row.
 * @param byItem the ratings as titles × users, or null.
 */
export function itemFeatures(
  catalogue: Catalogue,
  titles: Int32Array,
  byItem: Sparse | null,
): { features: Features; table: FeatureTable } {
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const table: FeatureTable = { group: [], id: [], index: new Map() };
  for (let r = 0; r < titles.length; r++) {
    for (const [group, id, x] of titleFeatures(catalogue, titles[r])) {
      const key = `${group}:${id}`;
      let f = table.index.get(key);
      if (f === undefined) {
        f = table.group.length;
        table.index.set(key, f);
        table.group.push(group);
        table.id.push(id);
      }
      row.push(r);
      column.push(f);
      value.push(x);
    }
  }
  const content = table.group.length;
  if (byItem === null) {
    const matrix = sparseFromTriples(titles.length, content, row, column, value);
    return { features: { matrix, group: Uint8Array.from(table.group) }, table };
  }
  const matrix = withBag(titles.length, row, column, value, content, byItem);
  const group = new Uint8Array(content + byItem.columnCount).fill(GROUP.rater);
  group.set(table.group);
  return { features: { matrix, group }, table };
}

/**
 * Returns the features of users: an intercept, the centered log of the rating count, and the rated titles.
 */
export function userFeatures(ratings: Sparse): { features: Features; activityMean: number } {
  const users = ratings.rows;
  const logs = Float64Array.from({ length: users }, (_, u) =>
    Math.log(Math.max(1, ratings.offsets[u + 1] - ratings.offsets[u])),
  );
  const activityMean = logs.reduce((a, b) => a + b, 0) / Math.max(1, users);
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  for (let u = 0; u < users; u++) {
    row.push(u, u);
    column.push(0, 1);
    value.push(1, logs[u] - activityMean);
  }
  const matrix = withBag(users, row, column, value, 2, ratings);
  const group = new Uint8Array(2 + ratings.columnCount).fill(2);
  group[0] = 0;
  group[1] = 1;
  return { features: { matrix, group }, activityMean };
}

/**
 * Returns the given features and one more feature per column of `bag`. In each row, these features have the
 * value 1 / √(number of entries in this row of `bag`).
 */
function withBag(
  rows: number,
  row: number[],
  column: number[],
  value: number[],
  first: number,
  bag: Sparse,
): Sparse {
  const own = row.length;
  const entries = bag.columns.length;
  const r = new Int32Array(own + entries);
  const c = new Int32Array(own + entries);
  const v = new Float32Array(own + entries);
  r.set(row);
  c.set(column);
  v.set(value);
  let at = own;
  for (let i = 0; i < bag.rows; i++) {
    const n = bag.offsets[i + 1] - bag.offsets[i];
    for (let k = bag.offsets[i]; k < bag.offsets[i + 1]; k++) {
      r[at] = i;
      c[at] = first + bag.columns[k];
      v[at++] = 1 / Math.sqrt(n);
    }
  }
  return sparseFromTriples(rows, first + bag.columnCount, r, c, v);
}
