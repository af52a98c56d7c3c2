import { expect, test } from 'vitest';
import { CONTENT_ONLY, LEANS } from '../user/blended-model.ts';
import { concludeTrial, newTrial, type Trial } from './trial.ts';

/**
 * Creates a trial with one hidden rating per user. The content model's prediction is wrong by one point.
 * @param gains functions by candidate. Each returns how far the candidate's squared error for a user is below
 * 1.
 */
function trialOf(users: number, gains: Readonly<Record<number, (user: number) => number>>): Trial {
  const trial = newTrial();
  for (let user = 0; user < users; user++) {
    trial.users.push(user);
    trial.observed.push(5);
    trial.predicted.forEach((predicted, candidate) => {
      predicted.push(5 + Math.sqrt(1 - (gains[candidate]?.(user) ?? 0)));
    });
  }
  return trial;
}

/** These gains have a mean of 0.30 and a standard error of about 0.32 over six users. */
const unsure = (user: number): number => (user % 2 === 0 ? 1 : -0.4);

test('concludeTrial chooses a small certain gain over a larger gain that may be chance', () => {
  const { tasteLean, proof } = concludeTrial(trialOf(6, { 0: unsure, 3: () => 0.25 }));
  expect(tasteLean).toBe(LEANS[3]);
  expect(proof.taste.mean).toBeCloseTo(0.25);
  expect(proof.taste.error).toBeCloseTo(0);
});

test('concludeTrial chooses the content model alone when every gain may be chance', () => {
  expect(concludeTrial(trialOf(6, { 0: unsure })).tasteLean).toBe(CONTENT_ONLY);
});
