// Four users upload files that take a reader half a minute each, and a fifth an easy one. turns.test.ts tests the rules
// of the turns, and import-work.int.test.ts that a job waits for a reader.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { upload, zipText } from '../../../test/uploads.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createImportWork } from './import-work.ts';

const EASY =
  'Const,Your Rating,Date Rated,Title,Title Type,Year\ntt5000007,8,2020-01-01,Movie number 7,Movie,1957\n';

const app = await startApp();
const { prisma, deps } = app;

it('reads the easy file of one user before the hard files of four others get a second short turn', async () => {
  // On a busy machine, a reader takes seconds to begin. The easy file must be read in its first turn.
  const SHORT_MS = 5_000;
  const work = createImportWork({ ...deps, email: deps.services.email }, { shortTurnMs: SHORT_MS });
  // Two million lines without a title take a reader half a minute, and none of them becomes an entry.
  const hardFile = Buffer.from(
    zipText('ratings.csv', `Date,Name,Year,Letterboxd URI,Rating\n${',,,,,,,,\n'.repeat(2_000_000)}`),
  );
  const closing = new AbortController();
  const startJobs = async (source: string, file: string | Buffer) => {
    const user = await createUser(prisma);
    const { body } = await upload(app.as(user), source, file).expect(202);
    const id: number = body.import.id;
    const row = {
      id: 1,
      kind: 'import_work',
      userId: user.id,
      payload: { importId: id },
      createdAt: new Date(),
    } as const;
    const job = (): Promise<void> => work.handler(0)(row, closing.signal);
    const repeat = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        await job().catch((error: unknown) => {
          if (!closing.signal.aborted) throw error;
        });
        await sleep(50);
      }
    };
    return { id, ended: repeat() };
  };
  const hard = [];
  for (const file of [1, 2, 3, 4].map(() => hardFile)) hard.push(await startJobs('letterboxd', file));
  const easy = await startJobs('imdb', EASY);
  const get = (id: number) => prisma.userImport.findFirstOrThrow({ where: { id } });
  await waitFor('the easy file to be read', async () => (await get(easy.id)).storedRows > 0);
  const readMs = await Promise.all(hard.map(async ({ id }) => (await get(id)).readMs));
  expect(Math.max(...readMs)).toBeLessThan(2 * SHORT_MS);
  closing.abort(new Error('this process is closing'));
  await Promise.all([...hard, easy].map(({ ended }) => ended));
});
