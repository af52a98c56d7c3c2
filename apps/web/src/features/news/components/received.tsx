import { useQuery } from '@tanstack/react-query';
import { Section } from '#src/components/ui/section.tsx';
import { CardMatch, useHasMatch } from '#src/features/titles/components/match.tsx';
import { sortedOffers, WatchLink } from '#src/features/titles/components/offer-link.tsx';
import { Story } from '#src/features/titles/components/story.tsx';
import { TitleLine } from '#src/features/titles/components/title-line.tsx';
import { factsOf, joinFacts, typeInWords } from '#src/features/titles/facts.ts';
import { receivedQuery } from '../api.ts';
import css from './news.module.css';

const SHOWN = 6;

/** Of the newest titles those that fit the member best, which there are also when nothing concerns the member. */
export function Received() {
  const { data = [] } = useQuery(receivedQuery);
  const hasMatch = useHasMatch();
  const fitting = data
    .filter(({ rating, seen }) => rating === null && seen === null)
    .toSorted((a, b) => (b.likelyhood ?? 0) - (a.likelyhood ?? 0))
    .slice(0, SHOWN);
  if (fitting.length === 0) return null;
  return (
    <Section title={hasMatch ? 'Of the newest, what fits you' : 'The newest titles'}>
      <ul className={`stack ${css.lines}`}>
        {fitting.map((medium) => {
          const [offer] = sortedOffers(medium.provider_medium);
          return (
            <li key={medium.id} className={css.line}>
              <TitleLine medium={medium} size="large">
                <p className="quiet">{joinFacts([typeInWords(medium.type), ...factsOf(medium)])}</p>
                <Story medium={medium} />
                <CardMatch medium={medium} />
                {offer && <WatchLink medium={medium} offer={offer} />}
              </TitleLine>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
