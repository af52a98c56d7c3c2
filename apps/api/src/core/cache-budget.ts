import { totalmem } from 'node:os';

const MB = 1_048_576;

/** The caches of a process and their shares of CACHE_MB in percent. */
const SHARES = {
  access: 3,
  tastes: 45,
  replies: 30,
  rowOrders: 4,
  listOrders: 6,
  drawings: 6,
  pictures: 6,
} as const;

/** The size limit of each cache in bytes. */
export type CacheBudget = Record<keyof typeof SHARES, number>;

export function splitCache(megabytes: number): CacheBudget {
  const bytes = (name: keyof typeof SHARES): number => Math.floor((megabytes * MB * SHARES[name]) / 100);
  return {
    access: bytes('access'),
    tastes: bytes('tastes'),
    replies: bytes('replies'),
    rowOrders: bytes('rowOrders'),
    listOrders: bytes('listOrders'),
    drawings: bytes('drawings'),
    pictures: bytes('pictures'),
  };
}

/** Maximum default size. 1 GB is enough for the pages of 10,000 users. */
const MOST_MB = 1_024;
const LEAST_MB = 16;

/** Returns an eighth of the memory that this process may use, in MB, between minimum and maximum. */
export function defaultCacheMb(available = process.constrainedMemory() || totalmem()): number {
  const share = Math.min(available, totalmem()) / 8 / MB;
  return Math.round(Math.min(MOST_MB, Math.max(LEAST_MB, share)));
}
