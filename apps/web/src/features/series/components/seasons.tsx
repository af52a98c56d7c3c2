import type { MediumCard } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { formatDay } from '#src/lib/screen/dates.ts';
import { type Episodes, episodesQuery } from '../api.ts';
import { NextEpisode } from './next-episode.tsx';
import { OpenableSeason } from './openable-season.tsx';
import css from './seasons.module.css';

const TVMAZE = 'tvmaze';

/** Of which day the episodes are, and where they come from. TVmaze asks for its name with a link and its license. */
function Credit({ source, as_of }: Pick<Episodes, 'source' | 'as_of'>) {
  const from = source === TVMAZE && (
    <>
      {' from '}
      <a href="https://www.tvmaze.com" target="_blank" rel="noopener">
        TVmaze
      </a>{' '}
      (
      <a href="https://creativecommons.org/licenses/by-sa/4.0/" target="_blank" rel="noopener">
        CC BY-SA 4.0
      </a>
      )
    </>
  );
  if (!from && as_of === null) return null;
  return (
    <p className={css.credit}>
      Episodes{from}
      {as_of !== null && ` as of ${formatDay(as_of)}`}.
    </p>
  );
}

/** The seasons of a series. The one with the next episode is open, and so is an only one. */
export function Seasons({ medium }: { medium: MediumCard }) {
  const { progress } = medium;
  const query = useQuery(episodesQuery(medium.id));
  if (progress === null) return null;
  if (query.isPending) return <Skeleton height={`${3 + 3.25 * (medium.seasons ?? 1)}rem`} />;
  if (query.isError && !query.data)
    return <QueryError error={query.error} onRetry={() => void query.refetch()} />;
  const { seasons, source, as_of } = query.data;
  if (seasons.length === 0) return null;
  const current = progress.state === 'none' || progress.state === 'finished' ? null : progress.next;
  return (
    <section className={css.seasons} aria-label="Episodes">
      <h3>Episodes</h3>
      <NextEpisode medium={medium} begun={false} />
      <ul className={css.list}>
        {seasons.map((season) => (
          <OpenableSeason
            key={season.season}
            medium={medium}
            season={season}
            next={progress.next}
            isOpenAtFirst={seasons.length === 1 || season.season === current?.season}
          />
        ))}
      </ul>
      <Credit source={source} as_of={as_of} />
    </section>
  );
}
