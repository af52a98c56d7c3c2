import type { Stripe } from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface ErrorDetails {
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: object;
}

/** An error that is sent in the shape of Stripe's errors. */
export class StripeFault extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ErrorDetails;
  /**
   * Whether the changes of the failed call are kept. The value is true for a declined payment, because the
   * attempt must stay on record.
   */
  readonly keepsChanges: boolean;

  constructor(
    status: number,
    type: ErrorType,
    message: string,
    details: ErrorDetails = {},
    keepsChanges = false,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
    this.keepsChanges = keepsChanges;
  }

  get body(): { error: ErrorDetails & { type: Stripe.StripeRawError['type']; message: string } } {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export const invalid = (message: string, details: ErrorDetails = {}): StripeFault =>
  new StripeFault(400, 'invalid_request_error', message, details);

/**
 * Returns Stripe's error for an unknown id. The status is 404 for an id in the path and 400 for an id in a
 * parameter.
 */
export const missing = (kind: string, id: string, param = 'id'): StripeFault =>
  new StripeFault(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  });

export const keepsChanges = (error: unknown): boolean => error instanceof StripeFault && error.keepsChanges;
