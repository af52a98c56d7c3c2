import type { Manifest } from 'vite';
import type { Chunks, Screen } from '../src/boot/screens.ts';
import type { ScreenModules } from './prerender.ts';

/** Adds a chunk and everything it imports to `seen`. */
function collect(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) collect(manifest, next, seen);
}

const filesOf = (manifest: Manifest, keys: Iterable<string>): string[] =>
  [...keys].flatMap((key) => manifest[key]?.file ?? []);

/** Returns the files that every page loads. */
export function entryChunks(manifest: Manifest): string[] {
  const entry = new Set<string>();
  collect(manifest, 'index.html', entry);
  return filesOf(manifest, entry);
}

/** Returns the two font files that most text needs. */
function fontFiles(manifest: Manifest): string[] {
  return filesOf(
    manifest,
    Object.keys(manifest).filter((key) => key.endsWith('-basic.woff2')),
  );
}

/**
 * Turns a path such as `/my_lists/:listId` into a pattern with the id as named group. Ids are positive integers, except
 * ids of rows.
 */
function patternOf(path: string): string {
  const pattern = path
    .replace(/:(?!rowId)(\w+Id)/g, String.raw`(?<$1>[1-9]\d*)`)
    .replace(/:\w+/g, '[^/]+')
    .replace(/\/\*$/, '/.*');
  return pattern === '/' ? '^/$' : `^${pattern}/?$`;
}

/**
 * Lists the files that each screen needs besides the entry's files.
 * @param fileOf the built file of each source module. The manifest lists no module that shares a file with others.
 */
export function chunksOf(
  manifest: Manifest,
  modules: readonly ScreenModules[],
  fileOf: ReadonlyMap<string, string>,
): Chunks {
  const entry = new Set(entryChunks(manifest));
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const files: string[] = [];
  const indexOf = (file: string): number => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const needed = (sources: readonly string[]): number[] => {
    const keys = new Set<string>();
    for (const source of sources) {
      const key = keyOf.get(fileOf.get(source) ?? '');
      if (key === undefined) throw new Error(`The build has no file for ${source}`);
      collect(manifest, key, keys);
    }
    return filesOf(manifest, keys)
      .filter((file) => !entry.has(file))
      .map(indexOf);
  };
  const screens = modules.map(
    ({ path, visitor, member }): Screen => [patternOf(path), needed(visitor), needed(member)],
  );
  return { files, fonts: fontFiles(manifest).map(indexOf), screens };
}
