import { describe, expect, it, vi } from 'vitest';
import { once } from './once.ts';

describe('once', () => {
  it('loads with the first call only, and returns the same result to later calls', async () => {
    const load = vi.fn(async () => 'loaded');
    const get = once(load);
    expect(get.started()).toBeUndefined();
    expect([await get(), await get(), await get.started()]).toEqual(['loaded', 'loaded', 'loaded']);
    expect(load).toHaveBeenCalledOnce();
  });

  it('loads again after a failure', async () => {
    const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('not now'));
    const get = once(load);
    await expect(get()).rejects.toThrow('not now');
    expect(get.started()).toBeUndefined();
    expect(await get()).toBe('loaded');
  });
});
