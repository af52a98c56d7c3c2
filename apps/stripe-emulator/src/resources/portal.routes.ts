import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { PortalConfiguration, PortalSession } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';
import { flag, ignored, integer, paramsOf, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';

const target = z.strictObject({ subscription: text });
const flowData = z.strictObject({
  type: z.enum([
    'payment_method_update',
    'subscription_cancel',
    'subscription_update',
    'subscription_update_confirm',
  ]),
  subscription_cancel: target.optional(),
  subscription_update: target.optional(),
  subscription_update_confirm: z
    .strictObject({
      subscription: text,
      items: z
        .array(z.strictObject({ id: text, price: text.optional(), quantity: integer.optional() }))
        .min(1),
    })
    .optional(),
  after_completion: z
    .strictObject({
      type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
      redirect: z.strictObject({ return_url: text }).optional(),
      hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
    })
    .optional(),
});
const createParams = paramsOf<Stripe.BillingPortal.SessionCreateParams>()({
  configuration: text.optional(),
  customer: text,
  flow_data: flowData.optional(),
  locale: text.optional(),
  return_url: text.optional(),
});

function flowOf(world: World, flow: z.output<typeof flowData> | undefined): PortalSession['flow'] {
  if (!flow) return null;
  const { type, after_completion: after, subscription_update_confirm: confirm } = flow;
  const about = flow.subscription_cancel ?? flow.subscription_update ?? confirm;
  if (type !== 'payment_method_update' && (!about || !flow[type])) {
    const param = `flow_data[${type}]`;
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (about) get(world, 'subscriptions', about.subscription, `flow_data[${type}][subscription]`);
  const confirmed = confirm && {
    discounts: null,
    items: confirm.items.map(({ id, price = null, quantity }) => ({ id, price, quantity })),
    subscription: confirm.subscription,
  };
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: flow.subscription_cancel ? { retention: null, ...flow.subscription_cancel } : null,
    subscription_pause: null,
    subscription_update: flow.subscription_update ?? null,
    subscription_update_confirm: confirmed ?? null,
    type,
  };
}

const newConfiguration = (
  world: World,
  isDefault: boolean,
  returnUrl: string | null,
): PortalConfiguration => ({
  id: newId('bpc_1', 23),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: world.clock.now(),
  default_return_url: returnUrl,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: ['price'],
      enabled: true,
      products: null,
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  },
  is_default: isDefault,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: world.clock.now(),
});

function defaultConfiguration(world: World): PortalConfiguration {
  const known = world.store.list('portal_configurations').find((configuration) => configuration.is_default);
  return known ?? world.store.put('portal_configurations', newConfiguration(world, true, null));
}

function createPortalSession(world: World, params: z.output<typeof createParams>): PortalSession {
  get(world, 'customers', params.customer, 'customer');
  const configuration = params.configuration
    ? get(world, 'portal_configurations', params.configuration, 'configuration')
    : defaultConfiguration(world);
  const id = newId('bps_1', 23);
  return world.store.put('portal_sessions', {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.clock.now(),
    customer: params.customer,
    customer_account: null,
    flow: flowOf(world, params.flow_data),
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${world.origin()}/p/session/${id}`,
  });
}

export const portalRoutes: Route[] = [
  route('POST', '/v1/billing_portal/sessions', createParams, createPortalSession),
  route(
    'POST',
    '/v1/billing_portal/configurations',
    paramsOf<Stripe.BillingPortal.ConfigurationCreateParams>()({
      business_profile: ignored,
      default_return_url: text.optional(),
      features: ignored,
    }),
    (world, { default_return_url: url }) => {
      defaultConfiguration(world);
      return world.store.put('portal_configurations', newConfiguration(world, false, url ?? null));
    },
  ),
  route('GET', '/v1/billing_portal/configurations/:id', z.strictObject({}), (world, _params, id) =>
    get(world, 'portal_configurations', id),
  ),
  listRoute(
    '/v1/billing_portal/configurations',
    'portal_configurations',
    paramsOf<Stripe.BillingPortal.ConfigurationListParams>()({
      active: flag.optional(),
      is_default: flag.optional(),
    }),
    (configuration, { active, is_default: isDefault }) =>
      (active === undefined || configuration.active === active) &&
      (isDefault === undefined || configuration.is_default === isDefault),
  ),
];
