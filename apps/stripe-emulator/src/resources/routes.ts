import type { Route } from '../http/route.ts';
import { customerRoutes } from './customers.routes.ts';
import { disputeRoutes } from './disputes.routes.ts';
import { eventRoutes } from './events.routes.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { paymentMethodRoutes } from './payment-methods.routes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { portalRoutes } from './portal.routes.ts';
import { priceRoutes } from './prices.routes.ts';
import { productRoutes } from './products.routes.ts';
import { refundRoutes } from './refunds.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.routes.ts';

/** Every API call that the emulator answers. */
export const routes: Route[] = [
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...paymentMethodRoutes,
  ...paymentRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
];
