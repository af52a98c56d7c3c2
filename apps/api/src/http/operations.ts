import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '#src/core/errors.ts';
import { hashToken } from '#src/core/secrets.ts';
import type { DiscoverStats } from '#src/titles/discover.ts';
import { bears } from './authentication.ts';
import { createOpenApi } from './openapi.ts';
import { serve } from './serve.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on /readyz answers 503, and every reply closes its connection. All requests are still answered. */
    startDraining: () => void;
  }
}

/** Counts of waiting rows and dead letters, and the age of the oldest waiting row in seconds. */
export interface QueueState {
  waiting: number;
  dead: number;
  oldestSeconds: number;
}

export interface OperationsOptions {
  metricsToken: string | null;
  /** Whether to trust the address that a proxy reports. */
  behindProxy: boolean;
  isDatabaseUp(): Promise<boolean>;
  isSnapshotReady(): boolean;
  queueState(): Promise<QueueState>;
  cacheStats(): DiscoverStats;
}

const RETRY_AFTER_S = 2;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Loopback, or METRICS_TOKEN. A proxy on this machine also connects from loopback, so forwarded requests need trust
 * in the proxy.
 */
function isOperator(request: FastifyRequest, { metricsToken, behindProxy }: OperationsOptions): boolean {
  if (bears(request, metricsToken)) return true;
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return LOOPBACK.test(request.ip) && (behindProxy || forwarded === undefined);
}

function createMetrics(options: OperationsOptions): { registry: Registry; duration: Histogram } {
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
  new Gauge({
    name: 'marquee_cached_people',
    help: 'Users cached by this process',
    registers,
    collect() {
      this.set(options.cacheStats().access.entries);
    },
  });
  new Gauge({
    name: 'marquee_kept_bytes',
    help: 'Bytes of each cache; all but the snapshot have a size limit',
    labelNames: ['part'],
    registers,
    collect() {
      const { access, tastes, replies, snapshot } = options.cacheStats();
      this.set({ part: 'access' }, access.bytes);
      this.set({ part: 'tastes' }, tastes.bytes);
      this.set({ part: 'replies' }, replies);
      this.set({ part: 'snapshot' }, snapshot);
    },
  });
  const outbox = new Gauge({
    name: 'marquee_outbox_messages',
    help: 'Outbox rows that are open, and dead letters',
    labelNames: ['state'],
    registers,
  });
  new Gauge({
    name: 'marquee_outbox_oldest_seconds',
    help: 'Seconds since the oldest open row became due',
    registers,
    async collect() {
      const { waiting, dead, oldestSeconds } = await options.queueState();
      outbox.set({ state: 'waiting' }, waiting);
      outbox.set({ state: 'dead' }, dead);
      this.set(oldestSeconds);
    },
  });
  return { registry, duration };
}

function serveHealth(app: FastifyInstance, options: OperationsOptions): void {
  let draining = false;
  app.decorate('startDraining', () => {
    draining = true;
  });
  // A client could send its next request on a keep-alive connection just before the process exits.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  serve(app, 'GET /livez', async () => ({ status: 'ok' }));
  // PostgreSQL and the snapshot decide. A stopped queue only delays mail.
  serve(app, 'GET /readyz', async () => {
    if (draining)
      throw new AppError('unavailable', {
        message: 'Not ready: this process is stopping.',
        retryAfter: RETRY_AFTER_S,
      });
    const database = await options.isDatabaseUp();
    const snapshot = options.isSnapshotReady();
    if (!database || !snapshot) {
      const missing = database ? 'the catalogue is being loaded' : 'the database does not answer';
      throw new AppError('unavailable', { message: `Not ready: ${missing}.`, retryAfter: RETRY_AFTER_S });
    }
    return { status: 'ok', database: 'ok', snapshot: 'ok', queue: await options.queueState() };
  });
}

// Swagger's page sets inline styles and uses inline images.
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Health checks, metrics and API documentation; register it before the routes. */
export const operations = fp(async (app, options: OperationsOptions) => {
  const { registry, duration } = createMetrics(options);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.addHook('onClose', async () => registry.clear());

  serveHealth(app, options);
  serve(app, 'GET /metrics', async ({ request, reply }) => {
    if (!isOperator(request, options)) throw new AppError('not_found');
    reply.type(registry.contentType);
    return registry.metrics();
  });

  const text = JSON.stringify(createOpenApi());
  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: DOCS_CSP, logLevel: 'warn' });
  const etag = `"${hashToken(text)}"`;
  app.get('/openapi.json', async (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
});
