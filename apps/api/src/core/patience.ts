import { patience } from '#src/env.ts';

/**
 * Returns a limit of time, in milliseconds, as PATIENCE widens it on a busy machine of a developer or a test. Only limits
 * that end waiting for something else are widened. It is read at each call, because `.env` is read after modules are loaded.
 */
export const patiently = (ms: number): number => ms * patience();
