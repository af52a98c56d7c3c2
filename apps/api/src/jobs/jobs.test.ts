import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { mailDomain } from '#src/mail/transport.ts';
import { definitions } from './definitions.ts';
import { checkHandlers } from './handler.ts';
import { createScheduleRunner, describeError, MAX_ATTEMPTS } from './job-runner.ts';
import { changesFor, mergeEdits } from './list-edits.ts';
import { toBackoffMs } from './queue.ts';
import { createSchedules } from './schedules.ts';

const nothing = () => Promise.resolve();
const handlers = Object.fromEntries(Object.keys(definitions).map((kind) => [kind, nothing]));

describe('checkHandlers', () => {
  test('throws when a kind has no handler or a handler has no kind', () => {
    expect(() => checkHandlers(handlers)).not.toThrow();
    const { welcome: _welcome, ...fewer } = handlers;
    expect(() => checkHandlers(fewer)).toThrow('Kinds without a handler: welcome');
    expect(() => checkHandlers({ ...handlers, wellcome: () => {} })).toThrow(
      'Handlers without a kind: wellcome',
    );
  });
});

describe('schedules', () => {
  test('log a failure by schedule name, leave out addresses, and throw the error again', async () => {
    const logged: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
    const nightly = () => Promise.reject(new Error('no room left for a.b@example.com'));
    const run = createScheduleRunner({ nightly }, log);
    await expect(run('nightly', new AbortController().signal)).rejects.toThrow('no room left');
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 50,
      schedule: 'nightly',
      reason: 'Error: no room left for <address>',
    });
  });

  test('pass the abort signal of the process to the training', async () => {
    const { signal } = new AbortController();
    const upkeep = {
      queueTrialReminders: nothing,
      queueWatchedQuestions: nothing,
      queueMonthlyExports: nothing,
      prune: nothing,
      endRounds: nothing,
    };
    let given: unknown;
    const training: Parameters<typeof createSchedules>[0]['training'] = {
      train: async (options) => {
        given = options?.signal;
        return { trained: false, reason: 'a test' };
      },
    };
    const retention = {
      deleteViewing: async () => ({
        ratings: 0,
        views: 0,
        episodes: 0,
        'hidden titles': 0,
        'followed links': 0,
        'list entries': 0,
      }),
    };
    const reconciler = { reconcile: async () => ({ checked: 0, mended: [], failed: [] }) };
    const schedules = createSchedules({
      isBilling: true,
      upkeep,
      newsMails: { queueDue: async () => 0 },
      push: { queueEvening: nothing },
      training,
      planReconcile: reconciler,
      storeReconcile: reconciler,
      retention,
      sources: { syncAll: nothing },
    });
    await schedules['train-model']?.run(signal);
    expect(given).toBe(signal);
  });
});

describe('describeError', () => {
  test('returns one line without addresses', () => {
    const error = Object.assign(new Error('550 <a.b@example.com>:\n user "c@d.example" unknown'), {
      code: 'EENVELOPE',
    });
    expect(describeError(error)).toBe('Error EENVELOPE: 550 <<address>>: user "<address>" unknown');
    expect(describeError(new Error('x'.repeat(1_000)))).toHaveLength(300);
    expect(describeError('anything')).toBe('Unknown error');
  });
});

describe('toBackoffMs', () => {
  test('doubles from two seconds to half an hour, so that all attempts take more than a day', () => {
    for (const [attempt, ms] of [
      [1, 2_000],
      [2, 4_000],
      [5, 32_000],
      [20, 1_800_000],
      [10_000, 1_800_000],
    ] as const) {
      expect(toBackoffMs(attempt)).toBeGreaterThanOrEqual(ms * 0.85);
      expect(toBackoffMs(attempt)).toBeLessThanOrEqual(ms * 1.15);
    }
    let shortest = 0;
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++)
      shortest += Math.min(2_000 * 2 ** (attempt - 1), 1_800_000);
    expect(shortest).toBeGreaterThan(24 * 3_600_000);
  });
});

describe('mergeEdits and changesFor', () => {
  const edit = (byUserId: number, added: number[], removed: number[] = []) => ({ byUserId, added, removed });

  test('leave out titles that were added and then removed, and name the last editor of other titles', () => {
    expect(
      mergeEdits([
        edit(1, [10, 11]),
        edit(2, [], [10]),
        edit(2, [], [12]),
        edit(3, [12]),
        edit(1, [], [13]),
        edit(2, [13]),
        edit(3, [], [13]),
      ]),
    ).toEqual({ added: [{ mediumId: 11, byUserId: 1 }], removed: [{ mediumId: 13, byUserId: 3 }] });
  });

  test("leave out the recipient's own changes", () => {
    const changes = mergeEdits([edit(1, [10]), edit(2, [11])]);
    expect(changesFor(1, changes)).toEqual({ added: [{ mediumId: 11, byUserId: 2 }], removed: [] });
    expect(changesFor(3, changes)).toEqual(changes);
    expect(changesFor(1, mergeEdits([edit(1, [10])]))).toBeNull();
  });
});

test('mailDomain returns the domain of the sender address', () => {
  expect(mailDomain('Marquee <hello@marquee.example>')).toBe('marquee.example');
  expect(mailDomain('hello@marquee.example')).toBe('marquee.example');
});
