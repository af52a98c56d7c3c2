import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { undoWatchEvent, watchEventsQuery } from '../api.ts';
import css from './watched.module.css';

/** The reported titles, each with an undo. Shows nothing before the first report. */
export function WatchEvents() {
  const client = useQueryClient();
  const query = useInfiniteQuery(watchEventsQuery);
  const undo = useMutation({
    mutationFn: undoWatchEvent,
    onSuccess: () => client.invalidateQueries({ queryKey: watchEventsQuery.queryKey }),
    onError: (error) => showFailure(error, 'The title could not be taken back.'),
  });
  const events = query.data?.pages.flatMap((page) => page.events) ?? [];
  if (events.length === 0) return null;
  return (
    <div>
      <h3>Reported so far</h3>
      <ul className="stack">
        {events.map(({ id, medium, seen_at, undone_at }) => (
          <li key={id} className={css.row}>
            <span>
              <span className={cx(undone_at && css.undone)}>{medium.title}</span>
              <span className="soft">
                {formatDate(seen_at)}
                {undone_at && ', undone'}
              </span>
            </span>
            {!undone_at && (
              <Button
                variant="plain"
                busy={undo.isPending && undo.variables === id}
                onClick={() => undo.mutate(id)}
              >
                Undo<span className="visually-hidden"> {medium.title}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PageEnd pages={query} loadingText="Loading more titles." endText={null} />
    </div>
  );
}
