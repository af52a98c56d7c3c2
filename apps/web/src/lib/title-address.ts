/** Title modals are shown over a page: `/discover/media/7`, `/my_lists/3/media/7` … */
export function isMediaPath(pathname: string): boolean {
  return /\/media\/[^/]+\/?$/.test(pathname);
}

/** The page a title's modal lies over: two segments below /people and /my_lists/{id}, else the first. */
export function parentPath(pathname: string): string {
  const [first = 'discover', second = '', third] = pathname.split('/').filter(Boolean);
  const two = first === 'people' || (first === 'my_lists' && third === 'media' && second !== 'media');
  return two ? `/${first}/${second}` : `/${first}`;
}

/** The page whose titles are addressed below it: `/` is Discover, a title's own address is its parent's. */
export function pageOf(pathname: string): string {
  if (isMediaPath(pathname)) return parentPath(pathname);
  return pathname.replace(/\/+$/, '') || '/discover';
}

/**
 * Kept in the history entry of an opened title: how many titles lie between it and the page (1: opened from the
 * page itself), and that page's path. Closing goes back over all of them at once.
 */
export interface TitleTrail {
  over: number;
  from: string;
}

/** The trail of a history entry; null when the title was opened by its address. */
export function readTrail(state: unknown): TitleTrail | null {
  if (typeof state !== 'object' || state === null || !('over' in state) || !('from' in state)) return null;
  const { over, from } = state;
  return typeof over === 'number' && typeof from === 'string' ? { over, from } : null;
}
