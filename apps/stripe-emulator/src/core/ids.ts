import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** Returns a new id of Stripe's form, such as `cus_Nffrf7eZlA`. */
export const newId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`;

export const newSecret = (id: string): string => `${id}_secret_${randomText(24)}`;

/** Returns a new prefix for a customer's invoice numbers. */
export const newInvoicePrefix = (): string => randomText(8).toUpperCase();
