import type { MediumCard } from '@marquee/contracts';
import { LIKELIHOOD_BANDS, RATINGS_FOR_LIKELIHOOD } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { useSession } from '#src/lib/session/session.ts';
import { OUTLOOK_SIZE, outlookQuery } from '../api.ts';
import css from './outlook.module.css';

/** Number of posters drawn. A narrow screen clips the strip. */
const SHOWN = 14;

/** Describes the outlook, for example “8 titles on your streaming services that you’ll probably like”. */
export function outlookInWords(
  titles: readonly MediumCard[],
  ratings: number,
  ownProviders: boolean,
): string {
  const missing = RATINGS_FOR_LIKELIHOOD - ratings;
  if (missing > 0) return `Rate ${missing} more to personalize this row`;
  const likely = titles.filter(({ likelyhood }) => (likelyhood ?? 0) >= LIKELIHOOD_BANDS.high).length;
  if (likely === 0) return 'These titles are based on your ratings';
  const count = likely === OUTLOOK_SIZE ? `${likely} and more` : String(likely);
  return `${count} ${likely === 1 ? 'title' : 'titles'}${ownProviders ? ' on your streaming services' : ''} that you’ll probably like`;
}

/** The outlook: the first recommendations, fetched again after every rating. It stays visible under the wall. */
export function Outlook({ action }: { action: ReactNode }) {
  const { user } = useSession();
  const { data = [] } = useQuery(outlookQuery);
  const ownProviders = user?.preferences.filter_all_streaming_services === 'false';
  return (
    <section className={css.outlook} aria-label={`${texts.recommendedForYou} so far`}>
      <div className={css.line}>
        <p role="status">{outlookInWords(data, user?.rating_count ?? 0, ownProviders)}</p>
        {action}
      </div>
      <ol className={css.strip}>
        {data.slice(0, SHOWN).map((medium) => (
          <li key={medium.id}>
            <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} alt={medium.title} />
          </li>
        ))}
      </ol>
    </section>
  );
}
