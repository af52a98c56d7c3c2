import type { MediumCard } from '@marquee/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { toRateQuery } from '../api.ts';

/**
 * Returns the deck of the Rate tab. At its end the deck is loaded again without answered titles, because the
 * server still sends titles in Watch Later.
 * @returns `finish` marks a title as answered and shows the next title
 */
export function useDeck() {
  const client = useQueryClient();
  const query = useInfiniteQuery(toRateQuery);
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  // Titles answered before this deck was loaded. Titles answered later stay in the deck, so that the member
  // can go back.
  const [before, setBefore] = useState<ReadonlySet<number>>(new Set());
  const [index, setIndex] = useState(0);

  const titles = titlesOf(query.data).filter((medium) => !before.has(medium.id));
  const current: MediumCard | undefined = titles[Math.min(index, titles.length - 1)];
  const { hasNextPage, isFetching, fetchNextPage } = query;
  /** The title that is shown now, for answers that arrive late. */
  const shownId = useRef(current?.id);
  useEffect(() => {
    shownId.current = current?.id;
  });

  // Every title of this page was answered, so load the next page.
  useEffect(() => {
    if (titles.length === 0 && hasNextPage && !isFetching) void fetchNextPage();
  }, [titles.length, hasNextPage, isFetching, fetchNextPage]);

  const reload = (answered: ReadonlySet<number>) => {
    setBefore(answered);
    setIndex(0);
    void client.resetQueries({ queryKey: toRateQuery.queryKey });
  };
  const next = (answered = done) => {
    if (index + 1 < titles.length) setIndex(index + 1);
    else reload(answered);
  };
  return {
    titles,
    index: current ? titles.indexOf(current) : 0,
    current,
    error: query.error,
    loading: query.isPending || (titles.length === 0 && (isFetching || hasNextPage)),
    failed: query.isError && titles.length === 0,
    refetch: query.refetch,
    next: () => next(),
    previous: () => setIndex(Math.max(0, index - 1)),
    goTo: setIndex,
    finish: (mediumId: number) => {
      const answered = new Set(done).add(mediumId);
      setDone((now) => new Set(now).add(mediumId));
      // Only an answer for the current title shows the next title. An Undo or a late answer for another title
      // does not move the deck.
      if (shownId.current === mediumId) next(answered);
    },
  };
}
