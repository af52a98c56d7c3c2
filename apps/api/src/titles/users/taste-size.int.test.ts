import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { tasteRows } from '#src/titles/pages/discover-rows.ts';
import { startApp } from '../../../test/app.ts';
import { useDemoCatalogue } from '../../../test/database.ts';
import { createRandom } from '../../../test/random.ts';
import { longRun } from '../../../test/settings.ts';
import type { TasteRow } from './taste.repository.ts';
import { Taste } from './taste.ts';

const USERS = longRun ? 1_000 : 40;
const RATED = 60;
const MOST_RATED = 5_000;
/** What docs/operations.md#memory says of a taste with its ranking, by which an operator chooses the number of tastes. */
const TASTE_BYTES = 160_000;
/** As many titles as the rows of Discover show at first. */
const shownFirst = Array.from({ length: 100 }, (_, item) => item);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let snapshot: Snapshot;
const random = createRandom(25);

beforeAll(async () => {
  await useDemoCatalogue();
  const app = await startApp();
  snapshot = app.deps.inMemory.snapshot();
  // The first users compile code, which the heap holds too.
  await weigh(
    (taste) => taste.ranking(taste.savedFilters),
    Array.from({ length: longRun ? 200 : 60 }, inventRow),
  );
});

/** Collects three times, because arrays are freed between two collections. */
async function usedBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns distinct ids of titles, mostly of well-known ones. */
const inventIds = (count: number): number[] => [
  ...new Set(Array.from({ length: count }, () => snapshot.data.ids[random.famous(snapshot.data.size)] ?? 0)),
];

const inventRow = (): TasteRow => rowOf(inventIds(2 * RATED).slice(0, RATED));

function rowOf(rated: number[]): TasteRow {
  return {
    rated,
    ratings: rated.map(() => random.below(11)),
    hidden: inventIds(3),
    wished: inventIds(20),
    unseen: [],
    answers: [],
    begun: [],
    time_zone: null,
    said_tastes: [],
    seen: [],
    seen_days: [],
    seen_plays: [],
    seen_seasons: [],
    genres: snapshot.data.genreRows.slice(0, 3).map(({ id }) => id),
    providers: [1, 2, 3],
    unavailable_titles: false,
    country: 'US',
    wrong_offers: [],
    wrong_kinds: [],
    all_streaming: 'true',
    media_type: 'all',
  };
}

/**
 * Returns the mean bytes that tastes free on the heap. The heap is read with the tastes and, at once, without them: what
 * else is freed while they are computed, such as the titles of an earlier test file, would hide a part of them.
 */
async function weigh(
  use: (taste: Taste) => unknown,
  rows = Array.from({ length: USERS }, inventRow),
): Promise<number> {
  const tastes = rows.map((row) => new Taste(snapshot, row));
  for (const taste of tastes) use(taste);
  const withThem = await usedBytes();
  tastes.length = 0;
  return (withThem - (await usedBytes())) / rows.length;
}

it('a taste with sixty ratings and all rows of its ranking takes 160 kB, within a quarter', async () => {
  const heap = await weigh((taste) => {
    taste.predictions.of(shownFirst);
    const { recommended, recent, genres, staff } = taste.ranking(taste.savedFilters);
    for (const row of [recommended, recent, ...genres, ...staff]) row.slice(0, 20);
    for (const { row } of tasteRows(taste, taste.savedFilters)) row.slice(0, 20);
    for (const item of shownFirst) taste.predictions.reasonsFor(item);
  });
  expect(heap / TASTE_BYTES).toBeGreaterThan(0.75);
  expect(heap / TASTE_BYTES).toBeLessThan(1.25);
});

it('a member who pages through the whole catalogue takes no more than that', async () => {
  const all = Array.from({ length: snapshot.data.size }, (_, item) => item);
  const heap = await weigh(
    ({ predictions }) => {
      for (let from = 0; from < all.length; from += 100) {
        const page = all.slice(from, from + 100);
        predictions.of(page);
        for (const item of page) predictions.reasonsFor(item);
      }
    },
    Array.from({ length: longRun ? USERS : 10 }, inventRow),
  );
  expect(heap / TASTE_BYTES).toBeLessThan(1.25);
});

it('a member with 5,000 ratings takes at most 300 kB', async () => {
  const rated = Array.from(snapshot.data.ids.subarray(0, MOST_RATED));
  const rows = Array.from({ length: longRun ? 50 : 10 }, () => rowOf(rated));
  const heap = await weigh((taste) => {
    taste.predictions.of(shownFirst);
    taste.ranking(taste.savedFilters).recommended.slice(0, 20);
  }, rows);
  expect(heap).toBeLessThan(300_000);
});
