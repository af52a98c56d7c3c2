type Result = 'succeed' | 'decline' | 'authenticate';

export interface TestCard {
  number: string;
  label: string;
  brand: string;
  /** Result of a charge while the customer is present. */
  onSession: Result;
  /** Result of a charge without the customer, such as a renewal. */
  offSession: Result;
  /** Result of saving the card without a charge. */
  setup: Result;
  /** Result of a charge after the 3-D Secure step. */
  authenticated: Exclude<Result, 'authenticate'>;
  declineCode: string;
  token: string;
}

const card = (number: string, label: string, token: string, changes: Partial<TestCard> = {}): TestCard => ({
  number,
  label,
  token,
  brand: 'visa',
  onSession: 'succeed',
  offSession: 'succeed',
  setup: 'succeed',
  authenticated: 'succeed',
  declineCode: 'generic_decline',
  ...changes,
});

const declined = (code: string): Partial<TestCard> => ({
  onSession: 'decline',
  offSession: 'decline',
  setup: 'decline',
  authenticated: 'decline',
  declineCode: code,
});

/** Stripe's test cards, by number and by token (`pm_card_…`, `tok_…`). Source: docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'Visa, succeeds', 'visa'),
  card('5555555555554444', 'Mastercard, succeeds', 'mastercard', { brand: 'mastercard' }),
  card('378282246310005', 'American Express, succeeds', 'amex', { brand: 'amex' }),
  card('4000002500003155', 'Requires 3-D Secure once', 'authenticationRequiredOnSetup', {
    onSession: 'authenticate',
    setup: 'authenticate',
  }),
  card('4000002760003184', 'Requires 3-D Secure for every payment', 'authenticationRequired', {
    onSession: 'authenticate',
    offSession: 'authenticate',
    setup: 'authenticate',
  }),
  card(
    '4000008260003178',
    '3-D Secure, then insufficient funds',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    {
      onSession: 'authenticate',
      offSession: 'authenticate',
      setup: 'authenticate',
      authenticated: 'decline',
      declineCode: 'insufficient_funds',
    },
  ),
  card('4000000000000002', 'Declined', 'chargeDeclined', declined('generic_decline')),
  card(
    '4000000000009995',
    'Declined, insufficient funds',
    'chargeDeclinedInsufficientFunds',
    declined('insufficient_funds'),
  ),
  card('4000000000000069', 'Declined, expired card', 'chargeDeclinedExpiredCard', declined('expired_card')),
  card('4000000000000341', 'Can be saved, later charges are declined', 'chargeCustomerFail', {
    ...declined('generic_decline'),
    setup: 'succeed',
  }),
];

export const DEFAULT_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

export const findCard = (number: string): TestCard | undefined =>
  TEST_CARDS.find((known) => known.number === number.replaceAll(/[\s-]/g, ''));

/** Returns the test card of a token. `pm_card_visa` and `tok_visa` name the same card. */
export const findCardByToken = (token: string): TestCard | undefined =>
  TEST_CARDS.find((known) => token === `pm_card_${known.token}` || token === `tok_${known.token}`);

export function declineMessage(code: string): string {
  if (code === 'insufficient_funds') return 'Your card has insufficient funds.';
  if (code === 'expired_card') return 'Your card has expired.';
  if (code === 'authentication_required')
    return 'Your card was declined. This transaction requires authentication.';
  if (code === 'no_payment_method') return 'There is no default payment method to charge.';
  return 'Your card was declined.';
}
