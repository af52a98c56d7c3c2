import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import { keepsChanges, StripeFault } from '../core/errors.ts';
import { API_VERSION } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { World } from '../core/world.ts';
import type { Emulator } from '../emulator.ts';
import { authenticate } from './authenticate.ts';
import { expand } from './expand.ts';
import { fingerprintOf } from './idempotency.ts';
import { parseParams } from './params.ts';
import type { Route } from './route.ts';

interface Answer {
  status: number;
  body: string;
  /**
   * Whether the response is stored for the idempotency key. As at Stripe, 4xx errors except 402 are not
   * stored.
   */
  keep: boolean;
}

const parse = (text: string): Record<string, unknown> =>
  qs.parse(text, { depth: 8, arrayLimit: 200, parameterLimit: 2000 });

const expandParam = z.array(z.string()).optional();

function perform(emulator: Emulator, world: World, route: Route, input: string, id: string): Answer {
  const { expand: paths, ...params } = parse(input);
  const wanted = parseParams(z.object({ expand: expandParam }), { expand: paths }).expand ?? [];
  const result = emulator.store.transaction(() => {
    const object = route.run(world, params, id);
    return expand(world, object, wanted);
  }, keepsChanges);
  return { status: 200, body: JSON.stringify(result, null, 2), keep: true };
}

function answerTo(error: unknown): Answer {
  if (!(error instanceof StripeFault)) throw error;
  const keep = error.status === 402 || error.status >= 500;
  return { status: error.status, body: JSON.stringify(error.body, null, 2), keep };
}

function send(reply: FastifyReply, request: string, { status, body }: { status: number; body: string }) {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('request-id', request)
    .header('stripe-version', API_VERSION)
    .send(body);
}

const keyOf = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof header === 'string' ? header : null;
};

/** Closes the connection without a response. */
function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

async function handle(
  emulator: Emulator,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
) {
  const [path = '', query = ''] = request.url.split('?');
  const input = typeof request.body === 'string' && request.body !== '' ? request.body : query;
  const requestId = newId('req', 14);
  const key = keyOf(request);
  const fingerprint = fingerprintOf(request.method, path, input);
  const stored = key === null ? null : emulator.idempotency.begin(key, fingerprint);
  try {
    if (await emulator.faults.before()) return drop(reply);
    if (stored) {
      reply.header('idempotent-replayed', 'true').header('original-request', stored.request);
      return send(reply, requestId, stored);
    }
    const world = emulator.worldFor({ id: requestId, idempotency_key: key });
    const answer = attempt(() => perform(emulator, world, route, input, id));
    if (key !== null && answer.keep) {
      emulator.idempotency.keep(key, {
        fingerprint,
        status: answer.status,
        body: answer.body,
        request: requestId,
      });
    }
    await emulator.commit();
    if (emulator.faults.mode === 'lost_reply' && request.method !== 'GET') return drop(reply);
    if (key !== null) reply.header('idempotency-key', key);
    return send(reply, requestId, answer);
  } finally {
    if (key !== null && !stored) emulator.idempotency.finish(key);
  }
}

const attempt = (work: () => Answer): Answer => {
  try {
    return work();
  } catch (error) {
    return answerTo(error);
  }
};

/** Registers the API calls below /v1 with Stripe's authentication, idempotency and error shape. */
export function registerApi(app: FastifyInstance, emulator: Emulator, routes: Route[]): void {
  app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    api.addHook('onRequest', async (request) =>
      authenticate(request.headers.authorization, emulator.secretKey),
    );
    for (const route of routes) {
      api.route<{ Params: { id?: string } }>({
        method: route.method,
        url: route.path,
        handler: (request, reply) => handle(emulator, route, request, reply, request.params.id ?? ''),
      });
    }
  });
}

/**
 * Registers the handlers for errors and for unknown routes. The replies have the shape of Stripe's errors.
 */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const isClient = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
    const fault =
      error instanceof StripeFault
        ? error
        : isClient
          ? new StripeFault(Number(error.statusCode), 'invalid_request_error', error.message)
          : new StripeFault(500, 'api_error', 'The emulator failed: see its output.');
    if (fault !== error && !isClient) console.error(error);
    send(reply, newId('req', 14), { status: fault.status, body: JSON.stringify(fault.body, null, 2) });
  });
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?');
    const message = `Unrecognized request URL (${request.method}: ${path}). The emulator's README lists what it covers.`;
    const fault = new StripeFault(404, 'invalid_request_error', message, { code: 'url_invalid' });
    send(reply, newId('req', 14), { status: 404, body: JSON.stringify(fault.body, null, 2) });
  });
}
