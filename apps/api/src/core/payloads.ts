import { z } from 'zod';

/** Schemas that payloads of outbox rows share. */
export const Id = z.int().positive();
export const Nothing = z.object({});
/**
 * A nonce of the outbox. `deriveToken` (secrets.ts) derives the secret of a link from the nonce, so the
 * secret is not stored.
 */
export const Nonce = z.string().min(16).max(64);
