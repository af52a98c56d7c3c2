import { describe, expect, it } from 'vitest';
import { type Asker, askedBy, currentAsker } from './asker.ts';
import { createGate, createShared, createTurns } from './gate.ts';
import { createSharedWork } from './shared-work.ts';

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

const askerOf = (key: string, given: Partial<Asker> = {}): Asker => ({
  settle: () => undefined,
  spend: () => undefined,
  key,
  isMember: false,
  hasLeft: () => false,
  ...given,
});

describe('a gate', () => {
  it('runs a task of a second key while the first key has many waiting tasks', async () => {
    const { started, task, end } = createTasks();
    const gate = createGate({ atOnce: 2, atOnceOfKey: 1, waitingMax: 10 });
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => gate(task(name), { key: name.charAt(0) }));
    expect(started).toEqual(['a1', 'b1']);
    end('a1');
    await expect.poll(() => started).toEqual(['a1', 'b1', 'a2']);
    end('a2');
    end('b1');
    await expect.poll(() => started).toContain('a3');
    end('a3');
    await Promise.all(all);
  });

  it('lets keys take turns, however many tasks of one wait', async () => {
    const { started, task, end } = createTasks();
    const gate = createGate({ atOnce: 1, waitingMax: 10 });
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    const all = names.map((name) => gate(task(name), { key: name.charAt(0) }));
    for (let at = 0; at < names.length; at++) {
      await expect.poll(() => started.length).toBe(at + 1);
      end(started.at(-1) ?? '');
    }
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('refuses a task of a key that has reached its waiting limit, and accepts a task of another key', async () => {
    const { started, task, end } = createTasks();
    const gate = createGate({ atOnce: 2, atOnceOfKey: 1, waitingMax: 10, waitingMaxOfKey: 1 });
    const running = gate(task('a1'), { key: 'a' });
    const waiting = gate(task('a2'), { key: 'a' });
    await expect(gate(task('a3'), { key: 'a' })).rejects.toMatchObject({ code: 'unavailable' });
    const other = gate(task('b1'), { key: 'b' });
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'b1']) end(name);
    await expect.poll(() => started).toContain('a2');
    end('a2');
    await Promise.all([running, waiting, other]);
  });

  it('starts members before strangers, whose queue cannot keep a member out', async () => {
    const { started, task, end } = createTasks();
    const gate = createGate({ atOnce: 1, waitingMax: 1, membersFirst: true });
    const all = [
      gate(task('running')),
      askedBy(askerOf('stranger'), () => gate(task('stranger'))),
      askedBy(askerOf('member', { isMember: true }), () => gate(task('member'))),
    ];
    await expect(askedBy(askerOf('other'), () => gate(task('other')))).rejects.toMatchObject({
      code: 'unavailable',
    });
    for (const name of ['running', 'member', 'stranger']) {
      await expect.poll(() => started).toContain(name);
      end(name);
    }
    await Promise.all(all);
    expect(started).toEqual(['running', 'member', 'stranger']);
  });

  it('does not start the task of a client that has left, whose place in the queue is free', async () => {
    const { started, task, end } = createTasks();
    const gate = createGate({ atOnce: 1, waitingMax: 1 });
    let hasLeft = false;
    const running = gate(task('running'));
    const left = askedBy(askerOf('left', { hasLeft: () => hasLeft }), () => gate(task('left')));
    hasLeft = true;
    const next = gate(task('next'));
    await expect(left).rejects.toMatchObject({ code: 'unavailable' });
    end('running');
    await expect.poll(() => started).toEqual(['running', 'next']);
    end('next');
    await Promise.all([running, next]);
  });

  it('refuses a task at the time until which it may wait', async () => {
    const { started, task, end } = createTasks();
    const inTurn = createTurns(10);
    const running = inTurn(task('running'), { key: 'a' });
    const late = inTurn(task('late'), { key: 'a', until: Date.now() });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    end('running');
    await running;
    await inTurn(async () => started.push('next'), { key: 'a' });
    expect(started).toEqual(['running', 'next']);
  });
});

it('work that several clients share goes on until the last of them has left', async () => {
  const gate = createGate({ atOnce: 1, waitingMax: 10 });
  const share = createSharedWork<string>();
  const { task, end } = createTasks();
  const running = gate(task('running'));
  const left = askerOf('left', { hasLeft: () => true });
  const draw = () => gate(async () => 'drawn');
  const shared = [left, askerOf('waits')].map((asker) => askedBy(asker, () => share('one', draw)));
  const dropped = askedBy(left, () => share('other', draw));
  end('running');
  await expect(dropped).rejects.toMatchObject({ code: 'unavailable' });
  expect(await Promise.all(shared)).toEqual(['drawn', 'drawn']);
  await running;
});

it('shared work that waits is that of a member as soon as one member waits for it', async () => {
  const share = createSharedWork<boolean>();
  const isMember = Promise.withResolvers<void>();
  const read = async () => {
    await isMember.promise;
    return currentAsker()?.isMember ?? false;
  };
  const stranger = askedBy(askerOf('stranger'), () => share('one', read));
  const member = askedBy(askerOf('member', { isMember: true }), () => share('one', read));
  isMember.resolve();
  expect(await Promise.all([stranger, member])).toEqual([true, true]);
});

describe('createShared', () => {
  it('runs the task once for simultaneous callers, and again for a later caller', async () => {
    let runs = 0;
    const ask = createShared(async () => ++runs);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(2);
  });
});
