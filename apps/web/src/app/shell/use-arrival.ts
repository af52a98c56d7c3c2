import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isMediaPath } from '#src/features/titles/media-path.ts';

const positions = new Map<string, number>();

/**
 * Scrolls to the top and focuses the content on a new path: docs/product.md#scrolling. Title addresses keep
 * the scroll position, and Back and Forward restore it.
 */
export function useArrival(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const last = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    const remember = () => positions.set(last.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const from = last.current;
    if (from.key === key) return;
    last.current = { key, pathname };
    // The server names the one address of the first screen. Browsers would share it in place of the address shown.
    if (from.pathname !== pathname) document.querySelector('link[rel=canonical]')?.remove();
    if (from.pathname === pathname || isMediaPath(from.pathname) || isMediaPath(pathname)) return;
    document.getElementById('content')?.focus({ preventScroll: true });
    const target = type === 'POP' ? (positions.get(key) ?? 0) : 0;
    window.scrollTo(0, target);
    if (target === 0) return;
    // Cached lists are drawn within one or two frames. Then the page is tall enough to scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => last.current.key === key && window.scrollTo(0, target)),
    );
  }, [key, pathname, type]);
}
