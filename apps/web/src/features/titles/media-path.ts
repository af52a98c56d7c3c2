/**
 * Returns whether a path shows a title over a page: `/discover/media/7`, `/my_lists/3/media/7`. This function
 * has a separate module, because every first load needs the function, but not `title-address.ts`.
 */
export function isMediaPath(pathname: string): boolean {
  return /\/media\/[^/]+\/?$/.test(pathname);
}
