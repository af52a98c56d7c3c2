import { describe, expect, it } from 'vitest';
import { createFairGate, createShared } from './gate.ts';

/** Creates tasks that run until `end` is called, and lists the started tasks. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { started, task, end: (name: string) => ends.get(name)?.() };
}

describe('createFairGate', () => {
  it('runs a task of a second key while the first key has many waiting tasks', async () => {
    const { started, task, end } = createTasks();
    const gate = createFairGate({ atOnce: 2, waitingMax: 10, waitingMaxOfKey: 10 });
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => gate(name.charAt(0), task(name)));
    await Promise.resolve();
    await expect.poll(() => started).toEqual(['a1', 'b1']);
    end('a1');
    await expect.poll(() => started).toEqual(['a1', 'b1', 'a2']);
    end('a2');
    end('b1');
    await expect.poll(() => started).toContain('a3');
    end('a3');
    await Promise.all(all);
  });

  it('refuses a task of a key that has reached its waiting limit, and accepts a task of another key', async () => {
    const { started, task, end } = createTasks();
    const gate = createFairGate({ atOnce: 2, waitingMax: 10, waitingMaxOfKey: 1 });
    const running = gate('a', task('a1'));
    const waiting = gate('a', task('a2'));
    await expect(gate('a', task('a3'))).rejects.toMatchObject({ code: 'unavailable' });
    const other = gate('b', task('b1'));
    await expect.poll(() => started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'b1']) end(name);
    await expect.poll(() => started).toContain('a2');
    end('a2');
    await Promise.all([running, waiting, other]);
  });
});

describe('createShared', () => {
  it('runs the task once for simultaneous callers, and again for a later caller', async () => {
    let runs = 0;
    const ask = createShared(async () => ++runs);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(2);
  });
});
