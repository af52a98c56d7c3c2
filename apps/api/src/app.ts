import { LIMITS } from '@marquee/contracts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { AppError } from '#src/core/errors.ts';
import { pingDatabase } from '#src/data/database.ts';
import type { Deps } from '#src/deps.ts';
import { authentication } from '#src/http/authentication.ts';
import { answerClientError, errorHandler, sendError } from '#src/http/error-handler.ts';
import { jsonBody } from '#src/http/json-body.ts';
import { operations } from '#src/http/operations.ts';
import { rateLimits } from '#src/http/rate-limits.ts';
import { security } from '#src/http/security.ts';
import { validatorCompiler } from '#src/http/serve.ts';
import { asksForPage, pageInstead, staticWeb } from '#src/http/static-web.ts';
import { registerUnsubscribe } from '#src/mail/unsubscribe.routes.ts';
import { registerAccounts } from '#src/modules/accounts/accounts.routes.ts';
import { createArtRepository } from '#src/modules/artwork/artwork.repository.ts';
import { registerArt } from '#src/modules/artwork/artwork.routes.ts';
import { registerInteractions } from '#src/modules/interactions/interactions.routes.ts';
import { registerLists } from '#src/modules/lists/lists.routes.ts';
import { registerMessages } from '#src/modules/messages/messages.routes.ts';
import { registerPlans } from '#src/modules/plans/plans.routes.ts';
import { registerStores } from '#src/modules/plans/store/store.routes.ts';
import { registerWebhooks } from '#src/modules/plans/webhooks.routes.ts';
import { registerPreferences } from '#src/modules/preferences/preferences.routes.ts';
import { registerRatings } from '#src/modules/ratings/ratings.routes.ts';
import { registerMedia } from '#src/titles/feeds/media.routes.ts';
import { registerPeople } from '#src/titles/feeds/people.routes.ts';

const API_PATH =
  /^\/(api\/|users(?:\/|\.|$|\?)|accept_list\/|reject_list\/|webhooks\/|unsubscribe\/|(livez|readyz|metrics)\.)/;

/**
 * Every API route answers with and without `.json`, so the suffix is removed before routing
 * (docs/api.md#json-suffix).
 */
function withoutSuffix(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (!path.endsWith('.json') || !API_PATH.test(path)) return url;
  return [path.slice(0, -'.json'.length), ...query].join('?');
}

/** Builds the HTTP application from connected dependencies. It does not listen. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { env, services } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytes,
    trustProxy: env.TRUST_PROXY,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: true },
    rewriteUrl: (request) => pageInstead(request) ?? withoutSuffix(request.url ?? '/'),
    frameworkErrors: (error, request, reply) => {
      sendError(
        error.code === 'FST_ERR_BAD_URL' ? new AppError('bad_request', { cause: error }) : error,
        request,
        reply,
      );
    },
    clientErrorHandler: answerClientError,
    // On shutdown the server stops listening, and open connections still get their replies.
    return503OnClosing: false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setNotFoundHandler((request, reply) =>
    app.sendWebApp && asksForPage(request)
      ? app.sendWebApp(reply)
      : sendError(new AppError('not_found'), request, reply),
  );

  await app.register(errorHandler);
  await app.register(jsonBody);
  await app.register(security, { env });
  await app.register(authentication, {
    secret: env.JWT_SECRET,
    publicClientToken: env.PUBLIC_CLIENT_TOKEN,
    metricsToken: env.METRICS_TOKEN,
    members: deps.members,
  });
  await app.register(rateLimits, { limits: deps.limits });
  await app.register(operations, {
    metricsToken: env.METRICS_TOKEN,
    behindProxy: env.TRUST_PROXY !== false,
    isDatabaseUp: () => pingDatabase(deps.prisma),
    isSnapshotReady: () => deps.discover.isReady(),
    queueState: () => deps.repos.outboxWork.pulse(),
    cacheStats: () => deps.discover.stats(),
  });
  await app.register(staticWeb, {});
  // After a write the user's cached data is dropped here, so that their next reply shows it. Other processes drop
  // theirs through NOTIFY.
  app.addHook('onSend', async (request) => {
    if (request.caller && request.method !== 'GET') deps.members.drop(request.caller.userId);
  });

  registerArt(app, createArtRepository(deps.prisma));
  registerAccounts(app, { ...services, botCheck: deps.botCheck });
  registerMessages(app, services.messages);
  registerPreferences(app, services.preferences);
  registerMedia(app, services.media);
  registerLists(app, services);
  registerRatings(app, services.ratings);
  registerInteractions(app, services.interactions);
  registerPeople(app, services.people);
  registerPlans(app, services, env.BILLING === 'on');
  if (env.BILLING === 'on') {
    registerWebhooks(app, services.webhooks);
    registerStores(app, services);
  }
  registerUnsubscribe(app, services.unsubscribe, env);
  return app;
}
