import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStreamingAvailabilityClient } from '#src/clients/streaming-availability.ts';
import { connectDatabase } from '#src/data/database.ts';
import { testDatabaseUrl } from '../../../../test/database.ts';
import { watchHeap } from '../../../../test/heap.ts';
import { type Sources, startSources } from '../../../../test/sources.ts';
import { createStreamingAvailabilitySource } from './streaming-availability.ts';
import { syncCatalogue } from './sync.service.ts';

const TITLES = 100_000;
const MINUTES_MAX = 10;
/** Limit for the growth of the heap. A run keeps only one page and one batch in memory at a time. */
const HEAP_MAX_MIB = 64;
const MEASURED_EVERY_MS = 5_000;

let sources: Sources;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => sources.stop());

it('syncCatalogue stores 100,000 titles in ten minutes while the heap grows by less than 64 MiB', {
  timeout: MINUTES_MAX * 60_000,
}, async () => {
  const prisma = connectDatabase(await testDatabaseUrl());
  sources.add(1, TITLES);
  const client = createStreamingAvailabilityClient({ key: 'a', base: sources.streaming, spacingMs: 0 });
  const heap = watchHeap(MEASURED_EVERY_MS);
  const result = await syncCatalogue(prisma, createStreamingAvailabilitySource(client), {
    country: 'US',
  });
  expect(result).toMatchObject({ created: TITLES, failure: null });
  const growth = heap.stop();
  console.warn(`growth of the heap: ${growth.join(', ')} MiB`);
  expect(Math.max(...growth)).toBeLessThan(HEAP_MAX_MIB);
  await prisma.$disconnect();
});
