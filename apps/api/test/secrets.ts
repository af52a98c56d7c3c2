import { generateSecrets } from '#src/env-secrets.ts';

/** The secrets of this test worker and of its child processes. */
export const testSecrets = generateSecrets();
