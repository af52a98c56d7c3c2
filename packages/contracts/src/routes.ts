import { accountRoutes } from './routes/account.ts';
import { episodesRoutes } from './routes/episodes.ts';
import { importsRoutes } from './routes/imports.ts';
import { keysRoutes } from './routes/keys.ts';
import { listsRoutes } from './routes/lists.ts';
import { newsRoutes } from './routes/news.ts';
import { operationsRoutes } from './routes/operations.ts';
import { plansRoutes } from './routes/plans.ts';
import { providersRoutes } from './routes/providers.ts';
import { pushRoutes } from './routes/push.ts';
import { roundsRoutes } from './routes/rounds.ts';
import type { RouteContract } from './routes/route.ts';
import { titlesRoutes } from './routes/titles.ts';
import { tonightRoutes } from './routes/tonight.ts';
import { watchedRoutes } from './routes/watched.ts';

export { type Access, errorsOf, type FeedType, type RouteContract, type RouteScope } from './routes/route.ts';

/**
 * Every call of the product, keyed `METHOD /path` (docs/api.md): the source of server routes, client types
 * and OpenAPI. `pnpm lab missing-calls` lists the calls that the server does not serve.
 */
export const routes = {
  ...accountRoutes,
  ...plansRoutes,
  ...titlesRoutes,
  ...episodesRoutes,
  ...listsRoutes,
  ...providersRoutes,
  ...importsRoutes,
  ...tonightRoutes,
  ...newsRoutes,
  ...roundsRoutes,
  ...watchedRoutes,
  ...keysRoutes,
  ...pushRoutes,
  ...operationsRoutes,
} satisfies Record<string, RouteContract>;

export type Routes = typeof routes;
export type RouteKey = keyof Routes;
