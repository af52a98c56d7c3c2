import { expect, test } from 'vitest';
import { createTurns, type Lane } from './turns.ts';

/** Asks for a turn in this order, and returns who got one. */
function ask(turns: ReturnType<typeof createTurns>, ...jobs: [id: number, lane: Lane, usedMs?: number][]) {
  return jobs.filter(([id, lane, usedMs = 0]) => turns.take(id, lane, usedMs) !== null).map(([id]) => id);
}

test('two imports read at a time, at most one of them in a long turn', () => {
  expect(ask(createTurns(), [1, 'short'], [2, 'short'], [3, 'short'])).toEqual([1, 2]);
  expect(ask(createTurns(), [1, 'long'], [2, 'long'], [3, 'short'])).toEqual([1, 3]);
});

test('imports take half of the jobs of a process', () => {
  const jobs = Array.from({ length: 8 }, (_, id): [number, Lane] => [id, 'database']);
  expect(ask(createTurns(), ...jobs)).toEqual([0, 1, 2, 3]);
});

test('the import that asked first gets the next turn, although another asks again earlier', () => {
  const turns = createTurns();
  const end = turns.take(1, 'long', 0);
  expect(ask(turns, [2, 'long'], [3, 'long'])).toEqual([]);
  end?.();
  expect(ask(turns, [1, 'long'], [3, 'long'], [2, 'long'])).toEqual([2]);
});

test('a user who used the readers less goes before one who asked earlier', () => {
  const turns = createTurns();
  const end = turns.take(1, 'long', 0);
  expect(ask(turns, [2, 'long', 60_000], [3, 'long', 5_000])).toEqual([]);
  end?.();
  expect(ask(turns, [2, 'long', 60_000], [3, 'long', 5_000])).toEqual([3]);
});
