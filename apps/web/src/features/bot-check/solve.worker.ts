import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as sha } from 'altcha-lib/algorithms/web/sha';

/**
 * Searches outside the main thread for the counter that solves the challenge. Posts the payload in ALTCHA's
 * format, or null without a solution.
 */
self.addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2/') ? pbkdf2 : sha;
  const solution = await solveChallenge({ challenge, deriveKey });
  self.postMessage(solution && btoa(JSON.stringify({ challenge, solution })));
});
