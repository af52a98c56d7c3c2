import { accountRoutes } from './routes/account.ts';
import { importsRoutes } from './routes/imports.ts';
import { listsRoutes } from './routes/lists.ts';
import { operationsRoutes } from './routes/operations.ts';
import { plansRoutes } from './routes/plans.ts';
import { providersRoutes } from './routes/providers.ts';
import type { RouteContract } from './routes/route.ts';
import { titlesRoutes } from './routes/titles.ts';

export type { Access, RouteContract } from './routes/route.ts';

/**
 * Every call of the product, keyed `METHOD /path` (docs/api.md). The server registers its routes from this table.
 * Clients take their types from it, OpenAPI is generated from it, and `pnpm contracts:missing` lists unserved calls.
 */
export const routes = {
  ...accountRoutes,
  ...plansRoutes,
  ...titlesRoutes,
  ...listsRoutes,
  ...providersRoutes,
  ...importsRoutes,
  ...operationsRoutes,
} satisfies Record<string, RouteContract>;

export type Routes = typeof routes;
export type RouteKey = keyof Routes;
