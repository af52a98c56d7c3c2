import { expect, it } from 'vitest';
import { startApp } from '../../api/test/app.ts';
import { useDemoCatalogue } from '../../api/test/database.ts';
import { MULTIPLE_MAX, measureWorstCalls } from './worst-calls.ts';

await useDemoCatalogue();
const { app, prisma, deps } = await startApp();

it('no call that reads costs many usual pages, with the worst parameters that its schema allows', async () => {
  const measured = await measureWorstCalls(app, prisma, deps.pageMs());
  for (const { url, ms, pages } of measured.slice(0, 25))
    console.warn(ms.toFixed(1), pages.toFixed(1), url.slice(0, 160));
  expect(measured.filter(({ pages }) => pages > MULTIPLE_MAX)).toEqual([]);
});
