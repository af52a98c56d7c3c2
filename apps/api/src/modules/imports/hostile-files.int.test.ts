// Uploads files that exhaust their reader to a process that is API and worker, as with `npm start`. A reader that runs out
// of memory collects garbage for a quarter of a minute before, so only the long tests wait for one with the usual heap;
// import-work.int.test.ts has one with a small heap.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { createUser } from '../../../test/factories.ts';
import { type Product, startProduct } from '../../../test/product.ts';
import { longRun } from '../../../test/settings.ts';
import { movieNames, zipText } from '../../../test/uploads.ts';
import { waitFor } from '../../../test/wait-for.ts';

const GROWTH_MAX_MB = 300;
/** Stays below the calls that one client may send in a minute. */
const LOOK_MS = 500;
/** A ZIP of 10 kB that unpacks to 9.9 million opening brackets. */
const BRACKETS = zipText('ratings.json', '['.repeat(9_900_000));

const databaseUrl = await freshDatabaseUrl();
const prisma = connectDatabase(databaseUrl, 2);
let product: Product;

beforeAll(async () => {
  product = await startProduct(databaseUrl, { BILLING: 'off' });
});

afterAll(async () => {
  product.kill();
  await prisma.$disconnect();
});

async function uploadAsNewUser(source: string, file: Uint8Array): Promise<void> {
  const token = await product.signIn(await createUser(prisma));
  const reply = await fetch(`${product.origin}/api/v1/user/imports?source=${source}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
    },
    body: Buffer.from(file),
  });
  expect(reply.status).toBe(202);
}

const CASES = [
  { what: 'four uploads of 9.9 million nested arrays', uploads: 4, source: 'trakt', file: BRACKETS },
];
if (longRun) {
  const what = 'an upload of a table that does not fit in memory';
  CASES.push({ what, uploads: 1, source: 'movielens', file: movieNames(40_000, 4_000) });
}

it.each(CASES)(
  '$what cannot be imported, while the product is ready and its process grows by less than 300 MB',
  async ({ uploads, source, file }) => {
    const before = await product.memoryMb();
    let highest = 0;
    const refused: string[] = [];
    const look = async (): Promise<void> => {
      highest = Math.max(highest, (await product.memoryMb()) - before);
      const answer = await fetch(`${product.origin}/readyz`).then(
        (reply) => String(reply.status),
        (error: unknown) => String(error),
      );
      if (answer !== '200') refused.push(answer);
    };
    await Promise.all(Array.from({ length: uploads }, () => uploadAsNewUser(source, file)));
    const unfinished = () => prisma.userImport.count({ where: { source, state: { not: 'failed' } } });
    await waitFor('the imports to fail', async () => {
      await look();
      await sleep(LOOK_MS);
      return (await unfinished()) === 0;
    });
    await look();
    expect(refused).toEqual([]);
    expect(highest).toBeLessThan(GROWTH_MAX_MB);
    const imports = await prisma.userImport.findMany({ where: { source } });
    expect(imports.map(({ failureCode }) => failureCode)).toEqual(Array(uploads).fill('too_large'));
    expect(imports.every(({ failure }) => failure?.endsWith('.'))).toBe(true);
    expect(await prisma.userImportRow.count()).toBe(0);
    expect(await prisma.userImportPart.count()).toBe(0);
  },
);
