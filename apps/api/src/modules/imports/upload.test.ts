import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withTemporaryFile } from './upload.ts';

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
