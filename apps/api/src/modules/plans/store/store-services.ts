import type { FastifyBaseLogger } from 'fastify';
import { createAppleStore } from '#src/clients/apple-store.ts';
import { createGoogleStore } from '#src/clients/google-store.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Env } from '#src/env.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import type { Repositories } from '#src/repositories.ts';
import { createBillingLock } from '../billing-lock.ts';
import { createStoreConvergenceService } from './store-convergence.service.ts';
import { createStoreNotificationsService } from './store-notifications.service.ts';
import { createStorePurchaseService } from './store-purchase.service.ts';
import { createStoreReconcileService } from './store-reconcile.service.ts';

interface Dependencies {
  env: Env;
  log: FastifyBaseLogger;
  repos: Repositories;
  withTransaction: WithTransaction<Repositories>;
  limits: Limits;
  accounts: AccountsService;
}

export function createStoreServices(deps: Dependencies) {
  const clients = {
    appleStore: createAppleStore(deps.env.APPLE_STORE),
    googleStore: createGoogleStore(deps.env.GOOGLE_STORE),
  };
  const convergence = createStoreConvergenceService({ ...deps, billingLock: createBillingLock(deps) });
  const shared = { ...deps, ...clients, convergence };
  return {
    storeNotifications: createStoreNotificationsService(shared),
    storePurchase: createStorePurchaseService(shared),
    storeReconcile: createStoreReconcileService(shared),
    storeConvergence: convergence,
  };
}
