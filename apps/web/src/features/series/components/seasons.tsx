import type { MediumCard } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { formatDay } from '#src/lib/screen/dates.ts';
import { type Episodes, episodesQuery } from '../api.ts';
import { NextEpisode } from './next-episode.tsx';
import { OpenableSeason } from './openable-season.tsx';
import css from './seasons.module.css';
import { Tvmaze } from './tvmaze.tsx';

/** Of which day the episodes are, and where they come from. */
function Credit({ source_url: page, as_of, summary }: Pick<Episodes, 'source_url' | 'as_of' | 'summary'>) {
  if (page === null && as_of === null) return null;
  return (
    <p className={css.credit}>
      {summary === null ? 'Episodes' : 'Story and episodes'}
      {page !== null && (
        <>
          {' from '}
          <Tvmaze page={page} />
        </>
      )}
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
  if (query.isError && !query.data) return <QueryError of={query} />;
  const { seasons, source_url, as_of, summary } = query.data;
  if (seasons.length === 0) return null;
  const current = progress.state === 'none' || progress.state === 'finished' ? null : progress.next;
  return (
    <section className={css.seasons} aria-label="Episodes">
      <h3>Episodes</h3>
      {summary !== null && <p>{summary}</p>}
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
      <Credit source_url={source_url} as_of={as_of} summary={summary} />
    </section>
  );
}
