import { expect, it } from 'vitest';
import { createCallTurns } from './call-turns.ts';

const FAR = Date.now() + 3_600_000;
const BUSY_MS = 3_600_000;

/** Creates calls that run until `end` is called, and lists the started ones. */
function createCalls() {
  const turns = createCallTurns({ pageMs: () => 1 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (key: string, name: string): Promise<void> =>
    turns.run(key, FAR, () => {
      started.push(name);
      return new Promise<number>((resolve) => ends.set(name, () => resolve(0)));
    });
  return { turns, started, call, end: (name: string) => ends.get(name)?.() };
}

it('calls of a caller who has just used much run one at a time, beside which those of others start at once', async () => {
  const { turns, started, call, end } = createCalls();
  for (const key of ['busy', 'busy too']) turns.add(key, BUSY_MS);
  const all = [call('busy', 'b1'), call('busy', 'b2'), call('busy', 'b3'), call('busy too', 'c1')];
  all.push(call('idle', 'i1'), call('idle', 'i2'));
  expect(started).toEqual(['b1', 'i1', 'i2']);
  end('b1');
  await expect.poll(() => started).toHaveLength(4);
  end('b2');
  await expect.poll(() => started).toHaveLength(5);
  // Two busy callers take turns, although the first one has asked more often.
  expect(started.slice(3)).toEqual(['b2', 'c1']);
  end('c1');
  await expect.poll(() => started).toContain('b3');
  for (const name of ['b3', 'i1', 'i2']) end(name);
  await Promise.all(all);
});

it('a burst of one caller runs few calls at a time, and the others when those have ended', async () => {
  const { started, call, end } = createCalls();
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
  const all = names.map((name) => call('one', name));
  const atOnce = started.length;
  expect(atOnce).toBeLessThan(names.length);
  end('n0');
  await expect.poll(() => started).toHaveLength(atOnce + 1);
  for (let at = 1; at < names.length; at++) {
    await expect.poll(() => started).toContain(`n${at}`);
    end(`n${at}`);
  }
  await Promise.all(all);
  expect(started).toEqual(names);
});
