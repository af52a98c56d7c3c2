import * as paths from '@marquee/contracts/paths';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isMediaPath } from '../media-path.ts';
import { pageOf, readTrail, type TitleTrail } from '../title-address.ts';

interface Links {
  page: string;
  search: string;
  trail: TitleTrail;
}

const Context = createContext<Links>({
  page: paths.discover,
  search: '',
  trail: { over: 1, from: paths.discover },
});

/**
 * Sets the page over which the links of `children` open titles. The value does not change while a title opens
 * or closes, so that the cards do not render again.
 */
export function PageTitleLinks({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const page = pageOf(pathname);
  const last = useRef(pathname);
  // The page keeps its path while a title covers it, so `/` stays `/`.
  if (!isMediaPath(pathname) || pageOf(last.current) !== page)
    last.current = isMediaPath(pathname) ? page : pathname;
  const from = last.current;
  const links = useMemo(() => ({ page, search, trail: { over: 1, from } }), [page, search, from]);
  return <Context.Provider value={links}>{children}</Context.Provider>;
}

/** Sets the page for links inside an opened title. Each link adds one history entry after the page. */
export function NestedTitleLinks({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const page = pageOf(pathname);
  const trail = readTrail(state);
  const links = useMemo(
    () => ({ page, search, trail: { over: (trail?.over ?? 0) + 1, from: trail?.from ?? '' } }),
    [page, search, trail?.over, trail?.from],
  );
  return <Context.Provider value={links}>{children}</Context.Provider>;
}

/** Returns address and history state for a link to a title. */
export function useTitleLink(mediumId: number) {
  const { page, search, trail } = useContext(Context);
  return { to: { pathname: `${page}/media/${mediumId}`, search }, state: trail };
}
