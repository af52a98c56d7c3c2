import { discover } from '@marquee/contracts/paths';

/** Returns whether the navigation marks `to` as the current page. Discover is the current page at `/` too. */
export const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || (to === discover && pathname === '/');
