import type { LearnedTaste } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { told } from '../told.ts';
import css from './told.module.css';

/** What the member likes and what not, in a sentence of links to the titles. Nothing before we are sure of anything. */
export function Told({ taste }: { taste: LearnedTaste }) {
  const { liked, disliked } = told(taste);
  if (liked.length + disliked.length === 0) return null;
  const links = (all: typeof liked) =>
    all.map(({ words, to }, at) => (
      <span key={to}>
        {at > 0 && ', '}
        <Link to={to}>{words}</Link>
      </span>
    ));
  return (
    <p className={css.told}>
      {liked.length > 0 && <>You like {links(liked)}</>}
      {liked.length > 0 && disliked.length > 0 && '; not '}
      {liked.length === 0 && 'You do not like '}
      {links(disliked)}.
    </p>
  );
}
