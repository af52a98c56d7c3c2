import { discover } from '@marquee/contracts/paths';

/** Whether the navigation marks `to` as the current page. `/` also shows Discover. */
export const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || (to === discover && pathname === '/');
