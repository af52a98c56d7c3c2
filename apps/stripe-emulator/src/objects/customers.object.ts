import type { Customer } from '../core/collections.ts';
import { emit } from '../core/events.ts';
import { newId, newInvoicePrefix } from '../core/ids.ts';
import type { World } from '../core/world.ts';

export function createCustomer(world: World, fields: Partial<Customer>): Customer {
  const customer: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newInvoicePrefix(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    customer_account: null,
    ...fields,
  };
  world.store.put('customers', customer);
  emit(world, 'customer.created', customer);
  return customer;
}
