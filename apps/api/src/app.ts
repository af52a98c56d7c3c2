import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { LIMITS } from '@marquee/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Deps } from '#src/deps.ts';
import { AppError } from '#src/errors.ts';
import { registerMedia } from '#src/modules/media/media.routes.ts';
import { registerPlans } from '#src/modules/plans/plans.routes.ts';
import { authentication } from '#src/plugins/authentication.ts';
import { errorHandler, sendError } from '#src/plugins/error-handler.ts';
import { jsonBody } from '#src/plugins/json-body.ts';
import { validatorCompiler } from '#src/serve.ts';

const API_PATH = /^\/(api\/|users(?:\/|\.|$|\?)|accept_list\/|reject_list\/|webhooks\/)/;

/** Every API route answers with and without `.json`: the suffix is taken off before routing. */
function withoutSuffix(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (!path.endsWith('.json') || !API_PATH.test(path)) return url;
  return [path.slice(0, -'.json'.length), ...query].join('?');
}

/** The whole HTTP application over ready dependencies. It never listens. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { env, services } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    disableRequestLogging: true,
    bodyLimit: LIMITS.bodyBytes,
    trustProxy: env.TRUST_PROXY,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: true },
    rewriteUrl: (request) => withoutSuffix(request.url ?? '/'),
    frameworkErrors: (error, request, reply) => {
      sendError(
        error.code === 'FST_ERR_BAD_URL' ? new AppError('bad_request', { cause: error }) : error,
        request,
        reply,
      );
    },
    return503OnClosing: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setNotFoundHandler((request, reply) => sendError(new AppError('not_found'), request, reply));

  await app.register(errorHandler);
  await app.register(jsonBody);
  await app.register(helmet, { contentSecurityPolicy: false });
  await app.register(cors, { origin: env.CORS_ORIGINS, maxAge: 3600 });
  await app.register(authentication, {
    secret: env.JWT_SECRET,
    publicClientToken: env.PUBLIC_CLIENT_TOKEN,
    members: deps.members,
  });
  // Whoever writes sees their write in the next answer; other processes hear of it through NOTIFY.
  app.addHook('onSend', async (request) => {
    if (request.caller && request.method !== 'GET') deps.members.drop(request.caller.userId);
  });

  registerMedia(app, services.media);
  registerPlans(app, services.plans);
  return app;
}
