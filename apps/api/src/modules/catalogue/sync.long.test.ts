import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStreamingAvailabilityClient } from '#src/clients/streaming-availability.ts';
import { connectDatabase } from '#src/data/database.ts';
import { testDatabaseUrl } from '../../../test/database.ts';
import { type Sources, startSources } from '../../../test/sources.ts';
import { createStreamingAvailabilitySource } from './sources/streaming-availability.ts';
import { syncCatalogue } from './sync.service.ts';

const TITLES = 100_000;
const MINUTES_MAX = 10;
/** Limit for the growth of what the run keeps: names of people and ids. Pages and batches are read one at a time. */
const HEAP_MAX_BYTES = 64 * 1024 * 1024;
/** Reports of progress between two measurements, because a collection of garbage takes time. */
const MEASURED_EVERY = 200;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

let sources: Sources;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => sources.stop());

it('reads and writes 100,000 titles in ten minutes with flat memory', {
  timeout: MINUTES_MAX * 60_000,
}, async () => {
  const prisma = connectDatabase(await testDatabaseUrl());
  sources.add(1, TITLES);
  const client = createStreamingAvailabilityClient({ key: 'a', base: sources.streaming, spacingMs: 0 });
  const before = heapAfterCollection();
  const growth: number[] = [];
  let reports = 0;
  const result = await syncCatalogue(prisma, createStreamingAvailabilitySource(client), {
    country: 'US',
    progress: () => {
      if (reports++ % MEASURED_EVERY === 0) growth.push(heapAfterCollection() - before);
    },
  });
  expect(result).toMatchObject({ created: TITLES, failure: null });
  console.warn(`growth of the heap: ${growth.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')} MiB`);
  expect(Math.max(...growth)).toBeLessThan(HEAP_MAX_BYTES);
  await prisma.$disconnect();
});
