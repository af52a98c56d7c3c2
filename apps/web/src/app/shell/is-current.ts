import { calendar, discover, tonight, upNext } from '@marquee/contracts/paths';

const isBelow = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

/**
 * Returns whether the navigation marks `to` as the current page. Discover is the current page at `/` too, and Tonight at the
 * pages beside it.
 */
export const isCurrent = (to: string, pathname: string): boolean =>
  isBelow(to, pathname) ||
  (to === discover && pathname === '/') ||
  (to === tonight && (isBelow(upNext, pathname) || isBelow(calendar, pathname)));
