import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#src/core/errors.ts';
import { once } from '#src/core/once.ts';
import { hashToken } from '#src/core/secrets.ts';
import { routeName } from '#src/core/tracing.ts';
import { isDatabaseDown } from '#src/data/database.ts';
import { isLoopbackHost } from '#src/env-rules.ts';
import type { QueueView } from '#src/jobs/queue.ts';
import { bears } from './authentication.ts';
import { sendError } from './error-handler.ts';
import { serveJobBoard } from './job-board.ts';
import type { Metrics } from './metrics.ts';
import { createOpenApi } from './openapi.ts';
import { serve } from './serve.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Starts a shutdown: /readyz answers 503 from now on, and every reply closes its connection. Other
     * requests still get their normal replies.
     */
    startDraining: () => void;
  }
}

/** The counts of open rows and dead letters, and the seconds since the oldest open row became due. */
export interface QueueState {
  waiting: number;
  dead: number;
  oldestSeconds: number;
}

interface OperatorOptions {
  metricsToken: string | null;
  isProduction: boolean;
}

export interface OperationsOptions extends OperatorOptions {
  metrics: Metrics;
  isDatabaseUp(): Promise<boolean>;
  isSnapshotReady(): boolean;
  queueState(): Promise<QueueState>;
}

export interface OperatorPagesOptions extends OperatorOptions {
  metrics: Metrics;
  jobQueue: Pick<QueueView, 'queue'>;
  /** Returns the state of titles, offers and sources as text. */
  catalogueStatus(): Promise<string>;
}

const RETRY_AFTER_S = 2;
const QUEUE_WITHIN_MS = 500;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * The headers that a proxy adds. A request with such a header may come from any machine, even over a local
 * connection.
 */
const FORWARDING =
  /^(forwarded|x-forwarded(-.+)?|x-real-ip|x-(client|cluster-client|original)-ip|via|.*-connecting-ip)$/;

/**
 * Returns whether the Host header names this machine. This check prevents DNS rebinding, in which a website's
 * domain resolves to a loopback address.
 */
function isAskedByLocalName({ headers }: FastifyRequest): boolean {
  return isLoopbackHost(URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '');
}

/**
 * Returns whether the request has METRICS_TOKEN or, outside production, comes directly from this machine.
 * Uses the address of the connection, never a forwarded address.
 */
function isOperator(request: FastifyRequest, { metricsToken, isProduction }: OperatorOptions): boolean {
  if (bears(request, metricsToken)) return true;
  if (isProduction || Object.keys(request.headers).some((name) => FORWARDING.test(name))) return false;
  return LOOPBACK.test(request.raw.socket.remoteAddress ?? '') && isAskedByLocalName(request);
}

/**
 * Registers the operator pages. The guard covers every route of this plugin and answers 404 to a request
 * without access.
 */
export const operatorPages: FastifyPluginAsync<OperatorPagesOptions> = async (app, options) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isOperator(request, options)) return sendError(new AppError('not_found'), request, reply);
  });
  serve(app, 'GET /metrics', async ({ reply }) => {
    reply.type(options.metrics.contentType);
    return options.metrics.render();
  });
  serve(app, 'GET /catalogue_status', async ({ reply }) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
    return options.catalogueStatus();
  });
  serveJobBoard(app, options.jobQueue.queue);
};

function serveHealth(app: FastifyInstance, options: OperationsOptions): void {
  let draining = false;
  app.decorate('startDraining', () => {
    draining = true;
  });
  // Close keep-alive connections, because a client could send its next request just before the process exits.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  serve(app, 'GET /livez', async () => ({ status: 'ok' }));
  // Readiness needs PostgreSQL and the snapshot, but not the queue, because a stopped queue only delays jobs. What is missing,
  // and the queue, are told to operators alone.
  serve(app, 'GET /readyz', async ({ request }) => {
    const tells = isOperator(request, options);
    const refuse = (cause: string) =>
      new AppError('unavailable', {
        message: tells ? `Not ready: ${cause}.` : 'Not ready.',
        retryAfter: RETRY_AFTER_S,
      });
    if (draining) throw refuse('this process is stopping');
    if (!(await options.isDatabaseUp())) throw refuse('the database does not answer');
    if (!options.isSnapshotReady()) throw refuse('the catalogue is being loaded');
    if (!tells) return { status: 'ok' };
    return { status: 'ok', database: 'ok', snapshot: 'ok', queue: await findQueueState(options) };
  });
}

/** Returns the state of the queue, or null while every connection of the pool is taken. */
async function findQueueState({ queueState }: OperationsOptions): Promise<QueueState | null> {
  const silence = new Promise<null>((resolve) => setTimeout(resolve, QUEUE_WITHIN_MS, null).unref());
  try {
    return await Promise.race([queueState(), silence]);
  } catch (error) {
    if (isDatabaseDown(error)) return null;
    throw error;
  }
}

// Swagger's page sets inline styles and uses inline images.
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Returns the OpenAPI document as JSON, which one process writes once, also when it has several servers. */
const documentText = once(async () => JSON.stringify(createOpenApi()));

/** Registers health checks, request durations and the API documentation. Register it before the routes. */
export const operations = fp(async (app, options: OperationsOptions) => {
  const { metrics } = options;
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode: status, elapsedTime }, done) => {
    metrics.observe({ method, route: routeName(routeOptions.url), status, seconds: elapsedTime / 1_000 });
    done();
  });
  app.addHook('onClose', async () => metrics.close());

  serveHealth(app, options);

  const text = await documentText();
  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: DOCS_CSP, logLevel: 'warn' });
  const etag = `"${hashToken(text)}"`;
  app.get('/openapi.json', async (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
});
