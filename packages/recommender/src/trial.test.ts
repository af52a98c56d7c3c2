import { expect, test } from 'vitest';
import { CONTENT_ONLY, LEANS } from './blended-model.ts';
import { concludeTrial, newTrial, type Trial } from './trial.ts';

/** One hidden rating a person. Content is one point off; `gains` are a blend's gains in squared error by person. */
function trialOf(people: number, gains: Readonly<Record<number, (person: number) => number>>): Trial {
  const trial = newTrial();
  for (let person = 0; person < people; person++) {
    trial.people.push(person);
    trial.observed.push(5);
    trial.predicted.forEach((predicted, candidate) => {
      predicted.push(5 + Math.sqrt(1 - (gains[candidate]?.(person) ?? 0)));
    });
  }
  return trial;
}

/** Mean 0.30, standard error about 0.32 over six people. */
const unsure = (person: number): number => (person % 2 === 0 ? 1 : -0.4);

test('a small gain that is sure is chosen over a larger gain that may be chance', () => {
  const { tasteLean, proof } = concludeTrial(trialOf(6, { 0: unsure, 3: () => 0.25 }));
  expect(tasteLean).toBe(LEANS[3]);
  expect(proof.taste.mean).toBeCloseTo(0.25);
  expect(proof.taste.error).toBeCloseTo(0);
});

test('content alone is chosen when every gain may be chance', () => {
  expect(concludeTrial(trialOf(6, { 0: unsure })).tasteLean).toBe(CONTENT_ONLY);
});
