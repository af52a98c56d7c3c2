import { LIMITS } from '@marquee/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WINDOWS_KEPT } from '#src/clients/limit-counts.ts';
import { createLimits, ipKey } from './rate-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { max, windowMs } = LIMITS.failedSignIns;

describe('limits of one process', () => {
  it('accept calls up to the maximum and refuse further calls until the window ends', async () => {
    const limits = createLimits({ enabled: true, shared: null });
    for (let call = 0; call < max; call++) await limits.take('failedSignIns', 'key');
    vi.advanceTimersByTime(windowMs - 1_500);
    await expect(limits.take('failedSignIns', 'key')).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfter: 2,
    });
    await limits.take('failedSignIns', 'other key');
    await limits.take('signUps', 'key');
    vi.advanceTimersByTime(1_500);
    await limits.take('failedSignIns', 'key');
  });

  it('accept as many of twenty simultaneous calls as the maximum allows', async () => {
    const limits = createLimits({ enabled: true, shared: null });
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => limits.take('mails', 'key')));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.mails.max);
  });

  it('accept a small call beside simultaneous calls that are too large', async () => {
    const limits = createLimits({ enabled: true, shared: null });
    const take = (by: number) => limits.takeAll('invitations', 'key', { by, max: 5, tooMany: String });
    const taken = await Promise.allSettled([4, 3, 2, 1].map(take));
    expect(taken.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });

  it('do not count a call that giveBack subtracted', async () => {
    const limits = createLimits({ enabled: true, shared: null });
    for (let call = 0; call < 3 * max; call++) {
      await limits.take('failedSignIns', 'key');
      await limits.giveBack('failedSignIns', 'key');
    }
  });

  it('refuse further requests of a user until the minute ends, but not requests of another user', () => {
    const limits = createLimits({ enabled: true, shared: null });
    for (let call = 0; call < LIMITS.calls.max; call++) limits.takeCall('calls', 'user');
    expect(() => limits.takeCall('calls', 'user')).toThrow(/Too many/);
    limits.takeCall('calls', 'other user');
    vi.advanceTimersByTime(LIMITS.calls.windowMs);
    limits.takeCall('calls', 'user');
  });

  it('keep the count of a key while another limit counts more keys than it can store', async () => {
    const limits = createLimits({ enabled: true, shared: null });
    for (let call = 0; call < max; call++) await limits.take('failedSignIns', 'victim');
    for (let key = 0; key <= WINDOWS_KEPT; key++) limits.takeCall('anonymous', String(key));
    await expect(limits.take('failedSignIns', 'victim')).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('report the number of refusals', async () => {
    const limits = createLimits({ enabled: true, shared: null });
    for (let call = 0; call < max + 2; call++)
      await limits.take('failedSignIns', 'key').catch(() => undefined);
    expect([...limits.refusals()]).toEqual([['failedSignIns', 2]]);
  });

  it('accept every call when enabled is false', async () => {
    const limits = createLimits({ enabled: false, shared: null });
    for (let call = 0; call < 1_000; call++) {
      limits.takeCall('calls', 'user');
      await limits.take('mails', 'key');
    }
  });
});

describe('limits shared with other processes', () => {
  const end = () => Date.now() + windowMs;

  it('include the counts of other processes', async () => {
    const limits = createLimits({
      enabled: true,
      shared: { add: async () => ({ count: max + 1, resetsAt: end() }) },
    });
    await expect(limits.take('failedSignIns', 'key')).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('accept as many of twenty simultaneous calls as the shared count allows', async () => {
    let count = 0;
    const add = async (_key: string, _windowMs: number, by = 1) => {
      count += by;
      return { count, resetsAt: end() };
    };
    const limits = createLimits({ enabled: true, shared: { add } });
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => limits.take('mails', 'key')));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.mails.max);
  });

  it('use the count of this process when Redis does not answer', async () => {
    const limits = createLimits({ enabled: true, shared: { add: () => Promise.reject(new Error('away')) } });
    for (let call = 0; call < max; call++) await limits.take('failedSignIns', 'key');
    await expect(limits.take('failedSignIns', 'key')).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('refuse a call when Redis returned a count over the maximum for the previous call', async () => {
    const limits = createLimits({
      enabled: true,
      shared: { add: async () => ({ count: LIMITS.calls.max + 1, resetsAt: end() }) },
    });
    limits.takeCall('calls', 'user');
    await vi.advanceTimersByTimeAsync(0);
    expect(() => limits.takeCall('calls', 'user')).toThrow(/Too many/);
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('ipKey maps %s to %s', (ip, key) => {
  expect(ipKey(ip)).toBe(key);
});
