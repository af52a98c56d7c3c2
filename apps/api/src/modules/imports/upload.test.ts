import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { receive, withTemporaryFile } from './upload.ts';

it('deletes what killed processes left an hour ago, and no file of a running upload', async () => {
  const [old, running] = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'marquee-import-'))));
  const other = join(tmpdir(), `marquee-other-${process.pid}`);
  mkdirSync(other);
  const folders = [old ?? '', running ?? '', other];
  for (const folder of folders) writeFileSync(join(folder, 'upload'), 'history');
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  for (const folder of [old ?? '', other]) utimesSync(folder, before, before);
  // Two uploads at once find the same folder.
  const paths = await Promise.all([0, 1].map(() => withTemporaryFile(async (path) => path)));
  expect(folders.map((folder) => existsSync(join(folder, 'upload')))).toEqual([false, true, true]);
  expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it('an upload is cut when it is slow, also after a quick beginning, and not when it is quick', async () => {
  const pace = { windowMs: 50, bytes: 1_000 };
  await withTemporaryFile(async (path) => {
    for (const beginning of ['', 'x'.repeat(100_000)]) {
      const body = new PassThrough();
      body.write(beginning);
      await expect(receive(body, path, pace)).rejects.toMatchObject({ code: 'too_many_requests' });
    }
    expect(await receive(Readable.from([Buffer.alloc(10)]), path, pace)).toMatchObject({ bytes: 10 });
  });
});

it('an upload for which the disk has no room is unavailable', async () => {
  await expect(receive(Readable.from([Buffer.alloc(10)]), '/dev/full')).rejects.toMatchObject({
    code: 'unavailable',
  });
});
