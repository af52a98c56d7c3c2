import { expect, it, vi } from 'vitest';
import { BoundedLoader } from './bounded-loader.ts';

/** Creates a loader whose loads end when the test calls `end`. */
function held() {
  const loads: ((value: { v: number } | null) => void)[] = [];
  const loader = new BoundedLoader<{ v: number }>({
    load: () => new Promise((resolve) => loads.push(resolve)),
    sizeOf: () => 1,
    maxBytes: 2,
  });
  return { loader, loads, end: (at: number, v: number) => loads[at]?.({ v }) };
}

it('get() loads once for simultaneous callers and caches the value', async () => {
  const { loader, loads, end } = held();
  const both = Promise.all([loader.get(1), loader.get(1)]);
  end(0, 7);
  expect(await both).toEqual([{ v: 7 }, { v: 7 }]);
  expect(loader.get(1)).toEqual({ v: 7 });
  expect(loads).toHaveLength(1);
});

it('drop() during a load starts a new load, and all callers get the value of the new load', async () => {
  const { loader, loads, end } = held();
  const before = loader.get(1);
  loader.drop(1);
  const after = loader.get(1);
  end(0, 1);
  end(1, 2);
  expect([await before, await after]).toEqual([{ v: 2 }, { v: 2 }]);
  expect(loader.get(1)).toEqual({ v: 2 });
  expect(loads).toHaveLength(2);
});

it('get() loads for each call and caches nothing after trust(false)', async () => {
  const { loader, loads, end } = held();
  loader.trust(false);
  const [first, second] = [loader.get(1), loader.get(1)];
  end(0, 1);
  end(1, 2);
  expect([await first, await second]).toEqual([{ v: 1 }, { v: 2 }]);
  loader.trust(true);
  void loader.get(1);
  expect(loads).toHaveLength(3);
});

it('get() loads again when trust(false) and trust(true) were called during the load', async () => {
  const { loader, loads, end } = held();
  const before = loader.get(1);
  loader.trust(false);
  loader.trust(true);
  end(0, 1);
  await vi.waitFor(() => expect(loads).toHaveLength(2));
  end(1, 2);
  expect(await before).toEqual({ v: 2 });
});

it('get() does not cache null or a failure, and the cache stays within its size limit', async () => {
  const { loader, loads, end } = held();
  const absent = loader.get(1);
  loads[0]?.(null);
  expect(await absent).toBeNull();
  const failing = new BoundedLoader<{ v: number }>({
    load: () => Promise.reject(new Error('down')),
    sizeOf: () => 1,
    maxBytes: 1,
  });
  await expect(failing.get(1)).rejects.toThrow('down');
  await expect(failing.get(1)).rejects.toThrow('down');
  for (const id of [1, 2, 3]) {
    const loading = loader.get(id);
    end(loads.length - 1, id);
    await loading;
  }
  expect(loader.stats).toEqual({ entries: 2, bytes: 2 });
});
