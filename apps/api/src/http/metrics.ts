import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isDatabaseDown } from '#src/data/database.ts';
import type { InMemoryStats } from '#src/titles/in-memory.ts';
import type { StoredFacts } from './metrics.repository.ts';

const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The sources of the metrics. Each source is read once per scrape. */
export interface MetricsSources {
  cacheStats(): InMemoryStats;
  poolStats(): { used: number; idle: number; waiting: number };
  /** Returns how many calls each limit has refused in this process. */
  refusals(): ReadonlyMap<string, number>;
  /** @throws when the database does not answer. */
  readFacts(): Promise<StoredFacts>;
  /** Returns whether a kind of outbox row is a mail. */
  isMail(kind: string): boolean;
  /** Returns the number of jobs in the queue by state. Null when the queue does not answer. */
  queueCounts(): Promise<Record<string, number> | null>;
}

interface Answered {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

const sum = (rows: { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);

/** Creates the metrics of this process: calls, caches, pool and refusals. */
function createProcessGauges(sources: MetricsSources, registers: Registry[]) {
  const users = new Gauge({
    name: 'marquee_cached_users',
    help: 'Users whose access or taste is cached by this process, at most CACHE_USERS of each',
    labelNames: ['part'],
    registers,
  });
  const bytes = new Gauge({
    name: 'marquee_snapshot_bytes',
    help: 'Bytes of the snapshot of the catalogue',
    registers,
  });
  const snapshotAge = new Gauge({
    name: 'marquee_snapshot_age_seconds',
    help: 'Seconds since the snapshot in use was built; -1 before the first one',
    registers,
  });
  const model = new Gauge({
    name: 'marquee_model_in_use',
    help: '1 for the kind of model that ranks in this process',
    labelNames: ['kind'],
    registers,
  });
  const pool = new Gauge({
    name: 'marquee_database_pool_connections',
    help: 'Connections of the pool that are used or idle, and callers that wait for one',
    labelNames: ['state'],
    registers,
  });
  const refusals = new Counter({
    name: 'marquee_limit_refusals_total',
    help: 'Calls and mails refused by a rate limit or the budget of a sender',
    labelNames: ['limit'],
    registers,
  });
  return (): void => {
    const { users: cached, snapshotBytes, snapshotSeconds, model: kind } = sources.cacheStats();
    for (const [part, count] of Object.entries(cached)) users.set({ part }, count);
    bytes.set(snapshotBytes);
    snapshotAge.set(snapshotSeconds ?? -1);
    model.reset();
    if (kind !== null) model.set({ kind }, 1);
    for (const [state, count] of Object.entries(sources.poolStats())) pool.set({ state }, count);
    refusals.reset();
    for (const [limit, count] of sources.refusals()) refusals.inc({ limit }, count);
  };
}

/** Creates the metrics from the database. The metrics have no value while the database does not answer. */
function createStoredGauges({ isMail }: MetricsSources, registers: Registry[]) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge<L>({ name: `marquee_${name}`, help, labelNames, registers });
  const up = gauge('database_up', '1 while PostgreSQL answers');
  const gauges = {
    jobs: gauge('jobs', 'Unfinished outbox rows by kind and state', 'kind', 'state'),
    messages: gauge('outbox_messages', 'Outbox rows that are open, and dead letters', 'state'),
    outboxSeconds: gauge('outbox_oldest_seconds', 'Seconds since the oldest open row became due'),
    queueSeconds: gauge('queue_oldest_seconds', 'Seconds since the oldest open row was handed to the queue'),
    mails: gauge('mails_failing', 'Mails that failed and are tried again, and given up', 'state'),
    webhooks: gauge('webhooks_unprocessed', 'Stored webhooks that are not processed', 'source'),
    webhookSeconds: gauge('webhook_oldest_seconds', 'Age of the oldest unprocessed webhook', 'source'),
    models: gauge('model_version', 'Version of the active model', 'kind'),
  };
  return (facts: StoredFacts | null): void => {
    up.set(facts === null ? 0 : 1);
    for (const each of Object.values(gauges)) each.reset();
    if (facts === null) {
      for (const each of [gauges.outboxSeconds, gauges.queueSeconds]) each.set(Number.NaN);
      return;
    }
    for (const { kind, state, count } of facts.jobs) gauges.jobs.set({ kind, state }, count);
    const dead = facts.jobs.filter(({ state }) => state === 'dead');
    gauges.messages.set({ state: 'waiting' }, sum(facts.jobs) - sum(dead));
    gauges.messages.set({ state: 'dead' }, sum(dead));
    gauges.outboxSeconds.set(facts.outboxSeconds);
    gauges.queueSeconds.set(facts.queueSeconds);
    const mails = facts.jobs.filter(({ kind }) => isMail(kind));
    gauges.mails.set({ state: 'retrying' }, sum(mails.filter(({ state }) => state === 'failing')));
    gauges.mails.set({ state: 'dead' }, sum(mails.filter(({ state }) => state === 'dead')));
    for (const { source, count, seconds } of facts.webhooks) {
      gauges.webhooks.set({ source }, count);
      gauges.webhookSeconds.set({ source }, seconds);
    }
    for (const { kind, version } of facts.models) gauges.models.set({ kind }, version);
  };
}

/**
 * Creates the metrics of one process. When a dependency does not answer, its metric `…_up` is 0, and the
 * scrape still succeeds.
 */
export function createMetrics(sources: MetricsSources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const duration = new Histogram({
    name: 'marquee_http_request_duration_seconds',
    help: 'Time from the last header received to the last byte sent',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const showProcess = createProcessGauges(sources, registers);
  const showStored = createStoredGauges(sources, registers);
  const queueUp = new Gauge({ name: 'marquee_queue_up', help: '1 while the job queue answers', registers });
  const queue = new Gauge({
    name: 'marquee_queue_jobs',
    help: 'Jobs in the queue by state',
    labelNames: ['state'],
    registers,
  });

  async function readStored(): Promise<StoredFacts | null> {
    try {
      return await sources.readFacts();
    } catch (error) {
      if (isDatabaseDown(error)) return null;
      throw error;
    }
  }

  return {
    contentType: registry.contentType,
    observe({ seconds, ...labels }: Answered): void {
      duration.observe(labels, seconds);
    },
    async render(): Promise<string> {
      const [facts, counts] = await Promise.all([readStored(), sources.queueCounts()]);
      showProcess();
      showStored(facts);
      queueUp.set(counts === null ? 0 : 1);
      queue.reset();
      for (const [state, count] of Object.entries(counts ?? {})) queue.set({ state }, count);
      return registry.metrics();
    },
    close: () => registry.clear(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
