import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSnapshotHolder } from './snapshot-holder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a holder. A build takes one second, returns the `world.now` of its start, and fails on demand. */
function holding() {
  const world = { now: 1, fails: false };
  const used: number[] = [];
  const errors: unknown[] = [];
  let builds = 0;
  const holder = createSnapshotHolder({
    build: async () => {
      builds++;
      const { now, fails } = world;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      if (fails) throw new Error('no database');
      return now;
    },
    onSwap: (snapshot) => used.push(snapshot),
    onError: (error) => errors.push(error),
  });
  return { world, used, errors, holder, builds: () => builds };
}

it('get() throws unavailable until the first snapshot is built, and the holder retries a failed build', async () => {
  const { world, used, errors, holder } = holding();
  world.fails = true;
  const started = holder.start();
  await vi.advanceTimersByTimeAsync(1_000);
  await started;
  expect(() => holder.get()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect(errors).toHaveLength(1);
  world.fails = false;
  await vi.advanceTimersByTimeAsync(3_100);
  expect(holder.isReady()).toBe(true);
  expect(used).toEqual([1]);
});

it('the holder builds again when refresh() is called during a build', async () => {
  const { world, used, holder } = holding();
  void holder.start();
  await vi.advanceTimersByTimeAsync(500);
  world.now = 2;
  holder.refresh();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(used).toEqual([1, 2]);
});

it('the holder starts a build at the first of many changes, even when the changes never pause', async () => {
  const { used, holder, builds } = holding();
  for (let at = 0; at < 50; at++) {
    holder.refresh();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(used.length).toBeGreaterThan(1);
  expect(builds()).toBeLessThan(5);
});

it('renew() resolves after a build with the current data, and rejects when the build fails', async () => {
  const { world, used, holder } = holding();
  void holder.start();
  await vi.advanceTimersByTimeAsync(500);
  world.now = 2;
  const renewed = holder.renew();
  await vi.advanceTimersByTimeAsync(2_000);
  await renewed;
  expect(used).toEqual([1, 2]);
  world.fails = true;
  const failed = expect(holder.renew()).rejects.toThrow('no database');
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
  await holder.close();
});
