import { z } from 'zod';

/** Schemas that payloads of outbox rows share. */
export const Id = z.int().positive();
export const Nothing = z.object({});
/**
 * `deriveToken` (secrets.ts) derives a secret from the nonce and the server's key. The secret is not stored.
 */
export const Nonce = z.string().min(16).max(64);
