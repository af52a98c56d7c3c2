import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { StoreNotificationsService } from './store-notifications.service.ts';
import type { StorePurchaseService } from './store-purchase.service.ts';

interface Services {
  storeNotifications: StoreNotificationsService;
  storePurchase: StorePurchaseService;
}

export function registerStores(app: FastifyInstance, { storeNotifications, storePurchase }: Services): void {
  serve(app, 'POST /api/v1/plans/store_purchase', async ({ caller, body }) => ({
    user: await storePurchase.report(caller, body),
  }));
  serve(app, 'POST /webhooks/apple', async ({ request }) => {
    await storeNotifications.receiveApple(request.body);
    return { received: true };
  });
  serve(app, 'POST /webhooks/google', async ({ request }) => {
    await storeNotifications.receiveGoogle(request.headers.authorization ?? '', request.body);
    return { received: true };
  });
}
