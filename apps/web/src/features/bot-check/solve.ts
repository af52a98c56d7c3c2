import type { Challenge } from 'altcha-lib';

/** Returns whether a reply of the challenge route is an ALTCHA challenge. */
export function isAltcha(reply: object): reply is Challenge {
  return 'parameters' in reply && typeof reply.parameters === 'object' && reply.parameters !== null;
}

/**
 * Returns the ALTCHA payload for the request field `recaptcha`: base64 of the challenge with its solution.
 * Rejects when there is no solution.
 */
export function solve(challenge: Challenge): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
      worker.terminate();
      if (data === null) reject(new Error('The bot check took too long.'));
      else resolve(data);
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message || 'The bot check could not run.'));
    });
    worker.postMessage({ parameters: challenge.parameters, signature: challenge.signature });
  });
}
