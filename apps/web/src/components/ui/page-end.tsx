import * as texts from '@marquee/contracts/texts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import css from './page-end.module.css';

/** What an endless list needs of its query. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * The end of an endless list, which loads the next page when it comes near the window. Shows Load more after
 * a failure, and the end text after the last page.
 */
export function PageEnd({
  pages,
  loadingText,
  endText,
}: {
  pages: Pages;
  loadingText: string;
  endText: string | null;
}) {
  const foot = useRef<HTMLDivElement>(null);
  const { hasNextPage: hasMore, isFetchingNextPage: loading, isFetchNextPageError: failed } = pages;
  const onMore = () => void pages.fetchNextPage();
  const more = useEffectEvent(onMore);
  const mayPage = hasMore && !loading && !failed;
  // A page that leaves the height unchanged triggers no observer, so each page creates a new observer.
  useEffect(() => {
    const element = foot.current;
    if (!element || !mayPage) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more(),
      { rootMargin: '1200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayPage]);
  return (
    <div ref={foot} className={css.foot} aria-live="polite">
      {failed && (
        <>
          <p>We could not load more.</p>
          <Button onClick={onMore}>{texts.loadMore}</Button>
        </>
      )}
      {loading && <p>{loadingText}</p>}
      {!hasMore && !failed && !loading && endText !== null && (
        <>
          <hr className={`bulbs ${css.end}`} />
          <p>{endText}</p>
        </>
      )}
    </div>
  );
}
