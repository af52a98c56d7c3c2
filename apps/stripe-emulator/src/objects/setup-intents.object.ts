import type { SetupIntent } from '../core/collections.ts';
import { emit } from '../core/events.ts';
import { newId, newSecret } from '../core/ids.ts';
import type { World } from '../core/world.ts';

export function createSetupIntent(
  world: World,
  customer: string,
  fields: Partial<SetupIntent> = {},
): SetupIntent {
  const id = newId('seti_1', 23);
  const intent = world.store.put('setup_intents', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newSecret(id),
    created: world.clock.now(),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...fields,
  });
  emit(world, 'setup_intent.created', intent);
  return intent;
}
