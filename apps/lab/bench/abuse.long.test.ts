import { expect, it } from 'vitest';
import { startApp } from '../../api/test/app.ts';
import { useDemoCatalogue } from '../../api/test/database.ts';
import { createKey, createUser } from '../../api/test/factories.ts';
import { guesses } from './guesses.ts';
import { MULTIPLE_MAX, measureWorstCalls } from './worst-calls.ts';

await useDemoCatalogue();
const { app, prisma, deps } = await startApp();
const limited = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: true });

it('no call that reads costs many usual pages, with the worst parameters that its schema allows', async () => {
  const measured = await measureWorstCalls(app, prisma, deps);
  for (const { url, ms, pages } of measured.slice(0, 25))
    console.warn(ms.toFixed(1), pages.toFixed(1), url.slice(0, 160));
  expect(measured.filter(({ pages }) => pages > MULTIPLE_MAX)).toEqual([]);
});

it('ten thousand guesses of keys and addresses find nothing, and who has one is still answered', async () => {
  const user = await createUser(prisma);
  const [key, feed] = [await createKey(prisma, user), await createKey(prisma, user, ['feed'])];
  const statuses = new Set<number>();
  for (const { path, headers } of guesses())
    statuses.add((await limited.app.inject({ url: path, ...(headers && { headers }) })).statusCode);
  expect([...statuses].toSorted()).toEqual([401, 404]);
  await limited.visitor.get('/api/v1/up_next').set('authorization', `Bearer ${key}`).expect(200);
  await limited.visitor.get(`/feeds/${feed}/diary.json`).expect(200);
});
