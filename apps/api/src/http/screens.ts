import * as paths from '@marquee/contracts/paths';
import { isId } from '@marquee/contracts/screen-address';

/** A screen of the web app, by its path in `packages/contracts/src/paths.ts`. */
export interface Screen {
  path: string;
  params: Readonly<Record<string, string>>;
}

const SCREENS = Object.values(paths).map((path) => ({ path, parts: partsOf(path) }));
/** The parameters that the web app requires to be ids. */
const IDS: readonly string[] = ['mediaId', 'listId', 'personId'];

/** Removes the slashes at the end. A regular expression would take the square of the time of a path of many slashes. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Splits a path as the web's router does, which ignores slashes at the end. */
function partsOf(path: string): string[] {
  return withoutLastSlashes(path).split('/').slice(1);
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // A part that cannot be decoded names nothing.
  }
}

/** Reads the parameters of a screen, or returns null when the parts are those of another address. */
function readParams(parts: readonly string[], given: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const value = decode(given[at] ?? '');
    if (value === null || value === '') return null;
    if (!part.startsWith(':')) {
      if (value.toLowerCase() !== part) return null;
      continue;
    }
    const name = part.slice(1);
    if (IDS.includes(name) && !isId(value)) return null;
    params[name] = value;
  }
  return params;
}

/** Returns the screen that the web app shows for the path of an address, or null where it shows Not found. */
export function findScreen(address: string): Screen | null {
  const given = partsOf(address);
  for (const { path, parts } of SCREENS) {
    if (parts.length !== given.length) continue;
    const params = readParams(parts, given);
    if (params !== null) return { path, params };
  }
  return null;
}
