import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { isMediaPath } from './media-path.ts';

/** Returns the id of the title that a path shows over a page, or null. */
export function titleIdOf(pathname: string): number | null {
  const id = /\/media\/([1-9]\d*)\/?$/.exec(pathname)?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * Returns the path of the page under an opened title; `title-modal.tsx` adds the query with its filters. The path has three segments for /discover/rows/{id},
 * two for /people/{id} and /my_lists/{id}, else one segment.
 */
export function parentPath(pathname: string): string {
  const [first = 'discover', second = '', third] = pathname.split('/').filter(Boolean);
  if (first === 'discover' && second === 'rows' && third !== undefined)
    return screenAddress(paths.row, { rowId: third });
  const two = first === 'people' || (first === 'my_lists' && third === 'media' && second !== 'media');
  return two ? `/${first}/${second}` : `/${first}`;
}

/**
 * Returns the path of the page over which the titles of a screen open. This is Discover for `/`, and for an
 * opened title the page below the title.
 */
export function pageOf(pathname: string): string {
  if (isMediaPath(pathname)) return parentPath(pathname);
  return pathname.replace(/\/+$/, '') || paths.discover;
}

/** The history state of an opened title. Closing goes back by `over` entries. */
export interface TitleTrail {
  /** Number of history entries since the page, 1 for the first title. */
  over: number;
  /** The path of the page. */
  from: string;
}

/** Returns the trail of a history entry, or null when the title was opened by its address. */
export function readTrail(state: unknown): TitleTrail | null {
  if (typeof state !== 'object' || state === null || !('over' in state) || !('from' in state)) return null;
  const { over, from } = state;
  return typeof over === 'number' && typeof from === 'string' ? { over, from } : null;
}
