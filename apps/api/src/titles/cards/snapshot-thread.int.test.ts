import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium } from '../../../test/factories.ts';
import { buildSnapshot } from './snapshot-build.ts';
import { startSnapshotThread } from './snapshot-thread.ts';

const fail = (reason: string): never => {
  throw new Error(reason);
};

describe('startSnapshotThread', () => {
  it('returns a function that reads titles committed between the start of the thread and the call', async () => {
    const { prisma, deps } = await startApp();
    const read = startSnapshotThread({ databaseUrl: deps.env.DATABASE_URL, apiOrigin: 'http://localhost' });
    const { id } = await createMedium(prisma);
    const { data } = await buildSnapshot(read(), fail);
    expect(data.ids).toContain(id);
  });

  it('returns a function that rejects when the database does not answer', async () => {
    const read = startSnapshotThread({
      databaseUrl: 'postgresql://marquee:marquee@127.0.0.1:1/marquee',
      apiOrigin: 'http://localhost',
    });
    await expect(buildSnapshot(read(), fail)).rejects.toThrow('ECONNREFUSED');
  });
});
