import { z } from 'zod';

/** Parts of the payloads of outbox rows. */
export const Id = z.int().positive();
export const Nothing = z.object({});
/** See `deriveToken` (secrets.ts): the secret needs the nonce and the server's key, and is never stored. */
export const Nonce = z.string().min(16).max(64);
