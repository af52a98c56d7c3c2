import * as paths from '@marquee/contracts/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { newsQuery } from '../api.ts';

/** Links to the news when there is some. */
export function NewsLink() {
  const { data } = useInfiniteQuery(newsQuery);
  const hasNews = data?.pages[0]?.news.some(({ medium }) => !medium.hidden);
  return hasNews ? <Link to={paths.news}>News for you</Link> : null;
}
