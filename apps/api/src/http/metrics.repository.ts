import type { Db } from '#src/data/database.ts';

export type JobState = 'waiting' | 'handed on' | 'failing' | 'dead';

/** The state of jobs, webhooks and models in the database. */
export interface StoredFacts {
  jobs: { kind: string; state: JobState; count: number }[];
  /**
   * Seconds since the oldest open row became due (`outboxSeconds`) or was handed to the queue
   * (`queueSeconds`).
   */
  outboxSeconds: number;
  queueSeconds: number;
  webhooks: { source: string; count: number; seconds: number }[];
  models: { kind: string; version: number }[];
}

/** Reads the metrics from the database. Every process reports the same values for these metrics. */
export const createMetricsRepository = (db: Db) => ({
  async readFacts(): Promise<StoredFacts> {
    const [jobs, [ages], webhooks, models] = await Promise.all([
      db.$queryRaw<StoredFacts['jobs']>`
        SELECT kind, CASE WHEN dead_at IS NOT NULL THEN 'dead' WHEN last_error IS NOT NULL THEN 'failing'
                          WHEN handed_at IS NOT NULL THEN 'handed on' ELSE 'waiting' END AS state,
               count(*)::int AS count
        FROM outbox WHERE done_at IS NULL GROUP BY 1, 2`,
      db.$queryRaw<{ outbox: number; queue: number }[]>`
        SELECT COALESCE(extract(epoch FROM now() - min(available_at)
                 FILTER (WHERE available_at <= now())), 0)::float8 AS outbox,
               COALESCE(extract(epoch FROM now() - min(handed_at)), 0)::float8 AS queue
        FROM outbox WHERE done_at IS NULL AND dead_at IS NULL`,
      db.$queryRaw<StoredFacts['webhooks']>`
        SELECT source, count(received_at)::int AS count,
               COALESCE(extract(epoch FROM now() - min(received_at)), 0)::float8 AS seconds
        FROM (VALUES ('stripe'), ('apple'), ('google')) AS known (source)
        LEFT JOIN (SELECT 'stripe' AS source, received_at FROM stripe_events WHERE processed_at IS NULL
                   UNION ALL
                   SELECT processor::text, received_at FROM store_notifications WHERE processed_at IS NULL)
          AS open USING (source)
        GROUP BY source`,
      db.$queryRaw<StoredFacts['models']>`
        SELECT kind, version FROM recommender_models WHERE status = 'active'`,
    ]);
    return { jobs, outboxSeconds: ages?.outbox ?? 0, queueSeconds: ages?.queue ?? 0, webhooks, models };
  },
});
