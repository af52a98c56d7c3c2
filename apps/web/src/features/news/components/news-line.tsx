import type { NewsItem } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/ui/icon.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Because } from '#src/features/titles/components/because.tsx';
import { OfferAge, OfferLink } from '#src/features/titles/components/offer-link.tsx';
import { Story } from '#src/features/titles/components/story.tsx';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { factsOf, joinFacts, typeInWords } from '#src/features/titles/facts.ts';
import { eventInWords } from '../news-groups.ts';
import css from './news.module.css';

/** One title with what happened, why the member sees it, and where to watch it. */
export function NewsLine({ item, eager }: { item: NewsItem; eager: boolean }) {
  const { medium, provider_medium: offer, reason_parts: parts } = item;
  return (
    <li className={css.line}>
      <PosterImage className={css.poster} src={medium.poster_url} eager={eager} />
      <div className={css.words}>
        <h3 className={css.title}>
          <Link {...useTitleLink(medium.id)}>{medium.title}</Link>
        </h3>
        <p className={css.event}>{eventInWords(item)}</p>
        <p className={css.soft}>{joinFacts([typeInWords(medium.type), ...factsOf(medium)])}</p>
        <Story medium={medium} />
        <p className={css.soft}>
          <Because parts={parts} />
        </p>
        {offer && (
          <OfferLink medium={medium} offer={offer} className={css.watch}>
            <Icon name="play" size={18} filled />
            {offer.medium_provider.name}
          </OfferLink>
        )}
        {offer && <OfferAge offer={offer} />}
      </div>
    </li>
  );
}

/** Placeholder of the first news. */
export function NewsSkeleton() {
  return (
    <ul className={css.lines} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e'].map((line) => (
        <li key={line} className={css.line}>
          <Skeleton height="6.75rem" />
          <Skeleton height="6.75rem" />
        </li>
      ))}
    </ul>
  );
}
