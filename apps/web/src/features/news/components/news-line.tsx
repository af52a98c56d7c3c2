import type { NewsItem } from '@marquee/contracts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Because } from '#src/features/titles/components/because.tsx';
import { OfferAge, WatchLink } from '#src/features/titles/components/offer-link.tsx';
import { Story } from '#src/features/titles/components/story.tsx';
import { TitleLine } from '#src/features/titles/components/title-line.tsx';
import { factsOf, joinFacts, typeInWords } from '#src/features/titles/facts.ts';
import { eventInWords } from '../news-groups.ts';
import css from './news.module.css';

/** One title with what happened, why the member sees it, and where to watch it. */
export function NewsLine({ item, eager }: { item: NewsItem; eager: boolean }) {
  const { medium, provider_medium: offer, reason_parts: parts } = item;
  return (
    <li className={css.line}>
      <TitleLine medium={medium} size="large" eager={eager}>
        <p>
          <strong>{eventInWords(item)}</strong>
        </p>
        <p className="quiet">{joinFacts([typeInWords(medium.type), ...factsOf(medium)])}</p>
        <Story medium={medium} />
        <p className="quiet">
          <Because parts={parts} />
        </p>
        {offer && <WatchLink medium={medium} offer={offer} />}
        {offer && <OfferAge offer={offer} />}
      </TitleLine>
    </li>
  );
}

export function NewsSkeleton() {
  return (
    <ul className={`stack ${css.lines}`} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e'].map((line) => (
        <li key={line} className={css.line}>
          <Skeleton height="9rem" />
        </li>
      ))}
    </ul>
  );
}
