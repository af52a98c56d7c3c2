import { expect, it } from 'vitest';
import { BoundedLoader } from './bounded-loader.ts';

/** Creates a loader whose loads end when the test calls `end`. */
function held() {
  const loads: PromiseWithResolvers<{ v: number } | null>[] = [];
  const loader = new BoundedLoader<{ v: number }>({
    load: () => {
      const load = Promise.withResolvers<{ v: number } | null>();
      loads.push(load);
      return load.promise;
    },
    max: 2,
  });
  const end = async (at: number, v: number): Promise<void> => {
    loads[at]?.resolve({ v });
    await new Promise(setImmediate);
  };
  return { loader, loads, end };
}

it('get() loads once for simultaneous callers and caches the value', async () => {
  const { loader, loads, end } = held();
  const both = Promise.all([loader.find(1), loader.find(1)]);
  await end(0, 7);
  expect(await both).toEqual([{ v: 7 }, { v: 7 }]);
  expect(loader.find(1)).toEqual({ v: 7 });
  expect(loads).toHaveLength(1);
});

it('a caller after drop() waits for a load that begins after it, and nothing older is cached', async () => {
  const { loader, loads, end } = held();
  const before = loader.find(1);
  loader.drop(1);
  const after = loader.find(1);
  await end(0, 1);
  expect(await before).toEqual({ v: 1 });
  expect(loads).toHaveLength(2);
  await end(1, 2);
  expect(await after).toEqual({ v: 2 });
  expect(loader.find(1)).toEqual({ v: 2 });
  expect(loads).toHaveLength(2);
});

it('a thousand drops and callers during a load cause one more load, and none without a caller', async () => {
  const { loader, loads, end } = held();
  const first = loader.find(1);
  const later = Array.from({ length: 1_000 }, () => {
    loader.drop(1);
    return loader.find(1);
  });
  loader.drop(1);
  expect(loads).toHaveLength(1);
  await end(0, 1);
  expect(loads).toHaveLength(2);
  await end(1, 2);
  expect(await first).toEqual({ v: 1 });
  expect(new Set((await Promise.all(later)).map((value) => value?.v))).toEqual(new Set([2]));
  for (let at = 0; at < 1_000; at++) loader.drop(1);
  expect(loads).toHaveLength(2);
});

it('get() caches nothing after trust(false), and a later caller never gets the value of an earlier load', async () => {
  const { loader, loads, end } = held();
  loader.trust(false);
  const [first, second, third] = [loader.find(1), loader.find(1), loader.find(1)];
  await end(0, 1);
  await end(1, 2);
  expect([await first, await second, await third]).toEqual([{ v: 1 }, { v: 2 }, { v: 2 }]);
  loader.trust(true);
  void loader.find(1);
  expect(loads).toHaveLength(3);
});

it('get() loads again for a caller after trust(false) and trust(true), which were called during a load', async () => {
  const { loader, loads, end } = held();
  const before = loader.find(1);
  loader.trust(false);
  loader.trust(true);
  const after = loader.find(1);
  await end(0, 1);
  expect(loads).toHaveLength(2);
  await end(1, 2);
  expect([await before, await after]).toEqual([{ v: 1 }, { v: 2 }]);
});

it('a failed load fails for its callers only, and the waiting load still runs', async () => {
  const { loader, loads, end } = held();
  const before = loader.find(1);
  loader.drop(1);
  const after = loader.find(1);
  loads[0]?.reject(new Error('down'));
  await expect(before).rejects.toThrow('down');
  await end(1, 2);
  expect(await after).toEqual({ v: 2 });
});

it('get() does not cache null, and the cache stays within its size limit', async () => {
  const { loader, loads, end } = held();
  const absent = loader.find(1);
  loads[0]?.resolve(null);
  expect(await absent).toBeNull();
  for (const id of [1, 2, 3]) {
    const loading = loader.find(id);
    await end(loads.length - 1, id);
    await loading;
  }
  expect(loader.size).toBe(2);
});
