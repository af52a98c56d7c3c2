import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder with the page of a web app, and deletes it after the tests of the file. Returns its path. */
export async function createWebRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'web-'));
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><title>Marquee</title>\n<meta name="description" content="Films" /></head><body></body></html>',
  );
  afterAll(() => rm(root, { recursive: true }));
  return root;
}
