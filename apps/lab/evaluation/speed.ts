import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { catalogueOf, type TitleSketch } from '@marquee/recommender/fixtures';
import { packedLength } from '@marquee/recommender/math/packed';
import { type Random, seeded } from '@marquee/recommender/math/random';
import { topK } from '@marquee/recommender/math/select';
import { sparseFromTriples } from '@marquee/recommender/math/sparse';
import { titleFeatures } from '@marquee/recommender/model/features';
import { describeArrays, FORMAT } from '@marquee/recommender/model/stored';
import type { Catalogue, Model, Signals, StoredModel } from '@marquee/recommender/model/types';
import { contentModel } from '@marquee/recommender/serve/content-model';
import { diversify } from '@marquee/recommender/serve/diversify';
import { loadModel, storedArrays } from '@marquee/recommender/serve/trained-model';
import { callerDirectory } from './env.ts';

/**
 * Prints the median time of each part of a request, for several catalogue sizes. Run it with
 * `pnpm lab speed`.
 *
 * With the `src` folder of another checkout as argument, prints the processor time of folding in and ordering
 * by content instead, of this checkout divided by the other.
 */
const COMPARED_SIZE = 6_700;
const COMPARED_RATINGS = [5, 20, 40];
const SIZES = [1000, 10_000, 100_000];
const RATINGS = 200;
const RUNS = 40;
const KEPT = 2000;
const PAGE = 100;

function madeUp(size: number, random: Random): Catalogue {
  return catalogueOf(
    Array.from({ length: size }, (_, i): TitleSketch => {
      const several = (count: number, of: number): number[] =>
        Array.from({ length: count }, () => 1 + random.below(of));
      return {
        genres: [...new Set(several(1 + random.below(3), 24))],
        popularity: 1 - i / size,
        year: 1950 + random.below(75),
        directors: several(1, size),
        cast: several(6, size),
        franchise: random.uniform() < 0.1 ? random.below(size / 20) : -1,
        countries: [...new Set(several(1 + random.below(2), 60))],
        runtime: 60 + random.below(120),
        ageLevel: random.below(4),
      };
    }),
  );
}

/** Generates a stored model of random numbers. Its arrays have the lengths of a trained model. */
function shapedModel(catalogue: Catalogue, random: Random): StoredModel {
  const { size, ids } = catalogue;
  const [factors, k] = [16, 64];
  const d = factors + 1;
  const floats = (length: number, scale: number): Float32Array =>
    Float32Array.from({ length }, () => scale * random.normal());
  const covariance = new Float32Array((size + 1) * packedLength(d));
  for (let r = 0; r <= size; r++) {
    for (let i = 0; i < d; i++) covariance[r * packedLength(d) + (i * (i + 1)) / 2 + i] = 0.05;
  }
  const features = new Map<string, [group: number, id: number]>();
  for (let i = 0; i < size; i++)
    for (const [group, id] of titleFeatures(catalogue, i)) features.set(`${group}:${id}`, [group, id]);
  const groups = Int32Array.from(features.values(), ([group]) => group);
  const names = Int32Array.from(features.values(), ([, id]) => id);
  const head = Math.min(6000, size);
  const kept = Math.min(200, head);
  const weights = sparseFromTriples(
    size,
    size,
    Int32Array.from({ length: head * kept }, (_, e) => Math.floor(e / kept)),
    Int32Array.from({ length: head * kept }, () => random.below(head)),
    floats(head * kept, 0.05),
  );
  const content = { featureGroup: groups, featureId: names };
  const arrays = storedArrays(
    {
      factors,
      centre: 7,
      noise: 2.5,
      activityMean: 4,
      ids,
      items: floats(size * d, 0.5),
      implicit: floats(size * d, 0.1),
      covariance,
      itemNoise: new Float32Array(size).fill(1),
      priorMean: new Float64Array(d),
      activity: new Float64Array(d),
      precision: new Float64Array(d).fill(2),
      itemPrecision: new Float64Array(d).fill(2),
      ...content,
      featureWeight: floats(groups.length * d, 0.1),
    },
    {
      balance: { easeShare: 0.5, tilt: 1 },
      ids,
      ials: { factors: k, unobserved: 0.1, regularisation: 0.005, items: floats(size * k, 0.1) },
      weights,
      ...content,
      featureWeight: floats(groups.length * k, 0.02),
    },
  );
  const meta = contentModel(catalogue).meta;
  return { meta: { ...meta, format: FORMAT, kind: 'trained', arrays: describeArrays(arrays) }, arrays };
}

function median(work: () => void, runs = RUNS): string {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return times[runs >> 1].toFixed(2);
}

function randomSignals(size: number, count: number, random: Random): Signals {
  const rated = new Set<number>();
  while (rated.size < count) rated.add(Math.floor(size * random.uniform() ** 3));
  return {
    rated: [...rated],
    ratings: Array.from(rated, () => random.below(11)),
    hidden: [],
    listed: [],
    genres: [],
  };
}

/**
 * Prints the ratio of processor times. The models take turns within one process, so that other work on the
 * machine slows both down.
 */
async function compare(otherFolder: string): Promise<void> {
  const other: typeof import('@marquee/recommender/serve/content-model') = await import(
    pathToFileURL(resolve(callerDirectory, otherFolder, 'content-model.ts')).href
  );
  const random = seeded(1);
  const catalogue = madeUp(COMPARED_SIZE, random);
  const models = [contentModel(catalogue), other.contentModel(catalogue)];
  for (const count of COMPARED_RATINGS) {
    const signals = randomSignals(COMPARED_SIZE, count, random);
    const times = models.map((): number[] => []);
    for (let run = 0; run < 2 * RUNS; run++) {
      models.forEach((model, m) => {
        const before = process.cpuUsage();
        // One call takes about as long as the unit of the clock.
        for (let call = 0; call < 10; call++) model.order(model.foldIn(signals));
        const { user, system } = process.cpuUsage(before);
        times[m].push((user + system) / 10_000);
      });
    }
    const [own, others] = times.map((all) => all.sort((a, b) => a - b)[RUNS]);
    const ratio = (own / others).toFixed(2);
    process.stdout.write(
      `${count} ratings: ${own.toFixed(2)} ms, the other ${others.toFixed(2)} ms, ratio ${ratio}\n`,
    );
  }
}

function measure(model: Model, random: Random): Record<string, string> {
  const { size } = model.catalogue;
  const signals = randomSignals(size, RATINGS, random);
  const user = model.foldIn(signals);
  const scores = model.order(user);
  const best = topK(scores, KEPT);
  const page = best.subarray(0, PAGE);
  return {
    'fold-in': median(() => model.foldIn(signals)),
    order: median(() => model.order(user)),
    'top 2,000': median(() => topK(scores, KEPT)),
    diversify: median(() => diversify(model.facts, best, scores)),
    'likelihood of 100': median(() => model.likelihoods(user, page)),
    'because of 100': median(() => {
      const because = model.explain(user);
      for (const item of page) because(item, 'raised');
    }),
    teach: median(() => model.teach(user)),
  };
}

function printTable(): void {
  const table: Record<string, Record<string, string>> = {};
  for (const size of SIZES) {
    const random = seeded(1);
    const catalogue = madeUp(size, random);
    table[`content, ${size} titles`] = {
      load: median(() => contentModel(catalogue), 3),
      ...measure(contentModel(catalogue), random),
    };
    const stored = shapedModel(catalogue, random);
    table[`trained, ${size} titles`] = {
      load: median(() => loadModel(catalogue, stored), 3),
      ...measure(loadModel(catalogue, stored), random),
    };
  }
  const columns = Object.keys(Object.values(table)[0]);
  process.stdout.write(`| milliseconds | ${columns.join(' | ')} |\n|---|${'---|'.repeat(columns.length)}\n`);
  for (const [name, row] of Object.entries(table)) {
    process.stdout.write(`| ${name} | ${columns.map((column) => row[column]).join(' | ')} |\n`);
  }
}

const [otherFolder] = process.argv.slice(2);
if (otherFolder === undefined) printTable();
else await compare(otherFolder);
