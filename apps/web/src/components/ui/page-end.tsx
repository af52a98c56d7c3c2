import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './page-end.module.css';

/**
 * The foot of an endless list: asks for more when it comes near, offers Load more when that failed, and marks the
 * end.
 */
export function PageEnd({
  hasMore,
  loading,
  failed,
  onMore,
  loadingText,
  endText,
}: {
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  loadingText: string;
  endText: string;
}) {
  const foot = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const mayPage = hasMore && !loading && !failed;
  // A page that changes nothing in height fires no observer: each finished page watches anew.
  useEffect(() => {
    const element = foot.current;
    if (!element || !mayPage) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      {
        rootMargin: '1200px 0px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayPage]);
  return (
    <div ref={foot} className={css.foot} aria-live="polite">
      {failed && (
        <>
          <p>The next page did not arrive.</p>
          <Button onClick={onMore}>Load more</Button>
        </>
      )}
      {loading && <p>{loadingText}</p>}
      {!hasMore && !failed && !loading && (
        <>
          <hr className={`bulbs ${css.end}`} />
          <p>{endText}</p>
        </>
      )}
    </div>
  );
}
