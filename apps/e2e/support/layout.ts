// Compares the position and size of the named parts of a page with a stored file.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Locator, type TestInfo } from 'playwright/test';

/** Left edge, top edge, width and height in CSS pixels. */
type Box = [left: number, top: number, width: number, height: number];
type Layout = Record<string, Box>;

/**
 * Other builds of the browser draw fonts slightly differently. A larger difference means that the part has
 * moved.
 */
const TOLERANCE_PX = 8;

export async function measure(parts: Record<string, Locator>): Promise<Layout> {
  const layout: Layout = {};
  for (const [name, part] of Object.entries(parts)) {
    await expect(part, name).toBeVisible();
    const box = await part.boundingBox();
    if (!box) throw new Error(`${name} has no box`);
    layout[name] = [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
  }
  return layout;
}

/**
 * Expects every part within the tolerance of the stored layout. `playwright test --update-snapshots` stores a
 * new layout.
 */
export async function expectLayout(info: TestInfo, name: string, layout: Layout): Promise<void> {
  const file = info.snapshotPath(`${name}.json`);
  if (info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed') {
    await mkdir(dirname(file), { recursive: true });
    const lines = Object.entries(layout).map(([part, box]) => `  "${part}": [${box.join(', ')}]`);
    await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
  }
  expect(existsSync(file), `there is no ${file}; store it with --update-snapshots`).toBe(true);
  const stored: Layout = JSON.parse(await readFile(file, 'utf8'));
  expect.soft(Object.keys(layout), `parts of ${name}`).toEqual(Object.keys(stored));
  const moved = Object.entries(layout).flatMap(([part, box]) => {
    const before = stored[part];
    const isMoved = before?.some((edge, at) => Math.abs(edge - (box[at] ?? 0)) > TOLERANCE_PX);
    return isMoved ? [`${part}: ${before} is now ${box}`] : [];
  });
  expect.soft(moved, name).toEqual([]);
}
