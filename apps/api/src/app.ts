import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { AppError } from '#src/core/errors.ts';
import { createShared } from '#src/core/gate.ts';
import type { Deps } from '#src/deps.ts';
import { authentication } from '#src/http/authentication.ts';
import { charging } from '#src/http/charging.ts';
import { compression } from '#src/http/compression.ts';
import { answerClientError, errorHandler, sendError } from '#src/http/error-handler.ts';
import { jsonBody } from '#src/http/json-body.ts';
import { mergedTitles } from '#src/http/merged-titles.ts';
import { createMetrics, type Metrics } from '#src/http/metrics.ts';
import { operations, operatorPages } from '#src/http/operations.ts';
import { countRequests } from '#src/http/rate-limits.ts';
import { withoutLastSlashes } from '#src/http/screens.ts';
import { security } from '#src/http/security.ts';
import { serve, validatorCompiler } from '#src/http/serve.ts';
import { asksForPage, pageInstead, staticWeb, WEB_ROOT } from '#src/http/static-web.ts';
import { addVary } from '#src/http/vary.ts';
import { isMailKind } from '#src/mail/mails.ts';
import { registerUnsubscribe } from '#src/mail/unsubscribe.routes.ts';
import { registerAccounts } from '#src/modules/accounts/accounts.routes.ts';
import { createArtRepository } from '#src/modules/artwork/artwork.repository.ts';
import { registerArt } from '#src/modules/artwork/artwork.routes.ts';
import { createJpegPrints } from '#src/modules/artwork/jpeg-prints.ts';
import { writeStatus } from '#src/modules/catalogue/status.ts';
import { registerEpisodes } from '#src/modules/episodes/episodes.routes.ts';
import { registerFeeds } from '#src/modules/feeds/feeds.routes.ts';
import { registerImports } from '#src/modules/imports/imports.routes.ts';
import { registerInteractions } from '#src/modules/interactions/interactions.routes.ts';
import { registerKeys } from '#src/modules/keys/keys.routes.ts';
import { registerLinkCards } from '#src/modules/link-cards/link-cards.routes.ts';
import { createFindHead } from '#src/modules/link-cards/page-head.ts';
import { registerSiteFiles } from '#src/modules/link-cards/site-files.routes.ts';
import { registerLists } from '#src/modules/lists/lists.routes.ts';
import { registerMessages } from '#src/modules/messages/messages.routes.ts';
import { registerNews } from '#src/modules/news/news.routes.ts';
import { registerOffers } from '#src/modules/offers/offers.routes.ts';
import { registerPictures } from '#src/modules/pictures/pictures.routes.ts';
import { registerPlans } from '#src/modules/plans/plans.routes.ts';
import { registerStores } from '#src/modules/plans/store/store.routes.ts';
import { registerWebhooks } from '#src/modules/plans/webhooks.routes.ts';
import { registerPreferences } from '#src/modules/preferences/preferences.routes.ts';
import { registerPush } from '#src/modules/push/push.routes.ts';
import { registerRatings } from '#src/modules/ratings/ratings.routes.ts';
import { readGuestToken } from '#src/modules/rounds/guest-token.ts';
import { registerRounds } from '#src/modules/rounds/rounds.routes.ts';
import { registerSeen } from '#src/modules/seen/seen.routes.ts';
import { registerTastePosters } from '#src/modules/taste-poster/taste-poster.routes.ts';
import { registerTonight } from '#src/modules/tonight/tonight.routes.ts';
import { registerWatched } from '#src/modules/watched/watched.routes.ts';
import { registerWishes } from '#src/modules/wishes/wishes.routes.ts';
import { registerWorth } from '#src/modules/worth/worth.routes.ts';
import { registerMedia } from '#src/titles/pages/media.routes.ts';
import { registerPeople } from '#src/titles/pages/people.routes.ts';
import { registerTaste } from '#src/titles/pages/taste.routes.ts';
import { registerThemes } from '#src/titles/pages/themes.routes.ts';

const API_PATH =
  /^\/(api\/|users(?:\/|\.|$|\?)|accept_list\/|reject_list\/|webhooks\/|unsubscribe\/|hooks\/|(livez|readyz|metrics|catalogue_status)\.)/;

/**
 * Removes the suffix `.json` before routing, because every API route answers with and without it
 * (docs/api.md#json-suffix).
 */
function withoutSuffix(url: string): string {
  const [given = '', ...query] = url.split('?');
  const path = withoutLastSlashes(given);
  if (!path.endsWith('.json') || !API_PATH.test(path)) return url;
  return [path.slice(0, -'.json'.length), ...query].join('?');
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts listening on OPERATIONS_PORT, if the variable is set. */
    listenForOperators: () => Promise<void>;
  }
}

/** Creates a server without routes, with the settings and plugins that every call uses. */
async function createServer(deps: Deps, webRoot?: string): Promise<FastifyInstance> {
  const { env } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Only ends a plugin that hangs. On a busy machine the largest ones take longer than Fastify's ten seconds.
    pluginTimeout: 120_000,
    trustProxy: env.TRUST_PROXY,
    // An upload of 50 MB takes most of a minute on a common line. Node exchanges both limits if that of the head is the
    // longer one, and by default looks at them every 30 s only.
    requestTimeout: 60_000,
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 2_000 },
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: true },
    rewriteUrl: (request) => pageInstead(request, webRoot) ?? withoutSuffix(request.url ?? '/'),
    frameworkErrors: (error, request, reply) => {
      sendError(
        error.code === 'FST_ERR_BAD_URL' ? new AppError('bad_request', { cause: error }) : error,
        request,
        reply,
      );
    },
    clientErrorHandler: answerClientError,
    // During shutdown, requests on open connections still get their normal replies instead of 503.
    return503OnClosing: false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setNotFoundHandler(async (request, reply) => {
    const { method, originalUrl: url, headers } = request;
    if (method === 'GET' || method === 'HEAD') addVary(reply, 'Accept');
    if (app.sendWebApp && asksForPage({ method, url, headers })) return app.sendWebApp(request, reply);
    return sendError(new AppError('not_found'), request, reply);
  });

  await deps.tracing?.register(app);
  await app.register(errorHandler);
  await app.register(jsonBody);
  await app.register(compression);
  await app.register(security, { env });
  await app.register(countRequests, { limits: deps.limits });
  await app.register(authentication, {
    secret: env.JWT_SECRET,
    publicClientToken: env.PUBLIC_CLIENT_TOKEN,
    metricsToken: env.METRICS_TOKEN,
    users: deps.users,
    keys: deps.personalKeys,
    limits: deps.limits,
    readGuest: (token) => readGuestToken(deps.secrets, token),
  });
  await app.register(charging, {
    limits: deps.limits,
    enabled: env.RATE_LIMIT === 'on',
    pageMs: deps.pageMs,
  });
  return app;
}

const createMetricsOf = (deps: Deps): Metrics =>
  createMetrics({
    cacheStats: () => deps.inMemory.stats(),
    poolStats: deps.poolStats,
    refusals: () => deps.limits.refusals(),
    readFacts: () => deps.repos.metrics.readFacts(),
    isMail: isMailKind,
    queueCounts: () => deps.queueView.counts(),
  });

const readCatalogueStatus = async ({ repos }: Deps): Promise<string> =>
  writeStatus(await repos.catalogueStatus.read(), new Date());

/** Builds the HTTP server of a worker: /livez and the operator pages. The server does not listen yet. */
export async function buildWorkerApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createServer(deps);
  serve(app, 'GET /livez', async () => ({ status: 'ok' }));
  await app.register(operatorPages, {
    metrics: createMetricsOf(deps),
    jobQueue: deps.queueView,
    metricsToken: deps.env.METRICS_TOKEN,
    isProduction: deps.env.IS_PRODUCTION,
    catalogueStatus: () => readCatalogueStatus(deps),
  });
  return app;
}

/**
 * Adds the operator pages to this server or, when OPERATIONS_PORT is set, to a second server on that port.
 */
async function addOperatorPages(app: FastifyInstance, metrics: Metrics, deps: Deps): Promise<void> {
  const { METRICS_TOKEN, IS_PRODUCTION, OPERATIONS_PORT, HOST } = deps.env;
  const server = OPERATIONS_PORT === null ? app : await createServer(deps);
  await server.register(operatorPages, {
    metrics,
    jobQueue: deps.queueView,
    metricsToken: METRICS_TOKEN,
    isProduction: IS_PRODUCTION,
    catalogueStatus: () => readCatalogueStatus(deps),
  });
  if (server !== app) app.addHook('onClose', () => server.close());
  app.decorate('listenForOperators', async () => {
    if (OPERATIONS_PORT !== null) await server.listen({ port: OPERATIONS_PORT, host: HOST });
  });
}

/**
 * Builds the HTTP application from connected dependencies. The server does not listen yet.
 * @param webRoot the folder of the built web app. Tests have one of their own.
 */
export async function buildApp(deps: Deps, webRoot = WEB_ROOT): Promise<FastifyInstance> {
  const { env, services } = deps;
  const app = await createServer(deps, webRoot);
  const metrics = createMetricsOf(deps);
  await app.register(operations, {
    metrics,
    // /readyz is public, so simultaneous requests share one query.
    isDatabaseUp: createShared(deps.isDatabaseUp),
    isSnapshotReady: () => deps.inMemory.isReady(),
    queueState: createShared(() => deps.repos.outboxWork.pulse()),
    metricsToken: env.METRICS_TOKEN,
    isProduction: env.IS_PRODUCTION,
  });
  await addOperatorPages(app, metrics, deps);
  await app.register(staticWeb, {
    root: webRoot,
    findHead: createFindHead({ ...services, env, log: deps.log }),
  });
  await app.register(mergedTitles, { currentId: deps.inMemory.currentId });
  // Drops the caller's cached data after a write, so that the next reply shows the write. Other processes
  // drop their copies on NOTIFY.
  app.addHook('onSend', async ({ caller, method, routeOptions }) => {
    if (!caller || method === 'GET') return;
    // A call for members changes what they like, not who is a member, so the next page need not read the access again.
    if (routeOptions.config.contract?.access === 'member') deps.users.dropTaste(caller.userId);
    else deps.users.drop(caller.userId);
  });

  const prints = registerArt(app, createArtRepository(deps.prisma));
  const jpegs = createJpegPrints(prints);
  registerLinkCards(app, services.linkCards, jpegs);
  registerSiteFiles(app, { env, snapshot: deps.inMemory.snapshot });
  registerAccounts(app, { ...services, botCheck: deps.botCheck });
  registerMessages(app, services.messages);
  registerPreferences(app, services.preferences);
  registerMedia(app, services.media);
  registerKeys(app, services.keys);
  registerPush(app, services.push);
  registerFeeds(app, services.feeds);
  registerLists(app, services);
  registerRatings(app, services.ratings);
  registerSeen(app, services.seen);
  registerEpisodes(app, services);
  registerInteractions(app, services.interactions);
  registerNews(app, services.news);
  registerOffers(app, services.offers);
  registerPictures(app, services.pictures);
  registerImports(app, services.imports);
  registerPeople(app, services.people);
  registerThemes(app, services.themes);
  registerTaste(app, services.taste);
  registerTastePosters(app, services.tastePosters, services.years, jpegs);
  registerTonight(app, services.tonight);
  registerWatched(app, services.watched);
  registerWishes(app, services.wishes);
  registerWorth(app, services.worth);
  registerRounds(app, services, deps.roundEvents);
  registerPlans(app, services, env.BILLING === 'on');
  if (env.BILLING === 'on') {
    registerWebhooks(app, services.webhooks);
    registerStores(app, services);
  }
  serve(app, 'GET /api/v1/apps', async () => ({
    ios: env.IOS_APP_URL ?? null,
    android: env.ANDROID_APP_URL ?? null,
  }));
  registerUnsubscribe(app, services.unsubscribe, env);
  return app;
}
