import { AsyncLocalStorage } from 'node:async_hooks';
import type { Encoding } from './encoded-json.ts';

/** What a call says of its client. It belongs to the call and not to its user. */
interface Client {
  /** See `readLanguages`. */
  languages: readonly string[];
  /** The form in which the client prefers large bodies, or null when they must be plain. */
  encoding: Encoding | null;
}

/** Jobs have no client. */
const NONE: Client = { languages: [], encoding: null };
const current = new AsyncLocalStorage<Client>();

/**
 * Serves a call of this client. Every reply with titles needs its languages and its encoding, so they are not a
 * parameter of each service between.
 */
export const forClient = <T>(client: Client, work: () => T): T => current.run(client, work);

export const clientLanguages = (): readonly string[] => (current.getStore() ?? NONE).languages;

export const clientEncoding = (): Encoding | null => (current.getStore() ?? NONE).encoding;
