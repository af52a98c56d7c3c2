import type { Handler } from '#src/jobs/handler.ts';
import { JOB_BUDGET } from '../webhooks.service.ts';
import type { StoreConvergenceService } from './store-convergence.service.ts';
import type { StoreNotificationsService } from './store-notifications.service.ts';
import type { StorePurchaseService } from './store-purchase.service.ts';

interface Services {
  storeNotifications: StoreNotificationsService;
  storePurchase: StorePurchaseService;
  storeConvergence: StoreConvergenceService;
}

type Kinds = 'store_acknowledge' | 'store_notification' | 'store_sync';

/** Creates the handlers of the jobs of the app stores. A job may run twice. */
export const createStoreHandlers = (services: Services): { [K in Kinds]: Handler<K> } => ({
  store_notification: ({ payload: { processor, id } }) => services.storeNotifications.process(processor, id),

  async store_sync({ userId }) {
    if (userId !== null) await services.storeConvergence.convergeUser(userId, JOB_BUDGET.waitMs);
  },

  store_acknowledge: ({ payload }) => services.storePurchase.acknowledge(payload.subscriptionId),
});
