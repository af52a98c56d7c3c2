import { followSeries } from '#src/modules/catalogue/series/follow-series.ts';
import type { Handler } from './handler.ts';
import type { OutboxRepository } from './outbox.repository.ts';

/** Maximum duration of a job in milliseconds. The next job continues. */
const JOB_MS = 5_000;

/** Creates the handler that changes what members have seen of series whose episodes the catalogue has changed. */
export function createFollowSeriesHandler({
  outbox,
  ...work
}: Parameters<typeof followSeries>[0] & { outbox: OutboxRepository }): Handler<'follow_series'> {
  return async (_job, signal) => {
    for (const until = Date.now() + JOB_MS; await followSeries(work); ) {
      signal.throwIfAborted();
      if (Date.now() >= until)
        return outbox.add({ kind: 'follow_series', payload: {}, dedupeKey: 'follow_series' });
    }
  };
}
