import type { Stripe } from 'stripe';

/**
 * A Stripe object as it is stored and sent: an expandable field contains the id, a decimal is a string. The
 * type is derived from the SDK's types, so an object with a missing field does not compile.
 */
export type Stored<T> = [Extract<T, string>] extends [never]
  ? StoredObject<T>
  : string extends Extract<T, string>
    ? Extract<T, string | null | undefined>
    : T;

type StoredObject<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Element)[]
    ? Stored<Element>[]
    : T extends object
      ? { [Key in keyof T]: Stored<T[Key]> }
      : T;
