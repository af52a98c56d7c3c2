import { LRUCache } from 'lru-cache';
import type { Taste } from './taste.ts';

/** What is kept also keeps its taste in memory, so it is little. Most users who ask again do so at once. */
const KEPT = 20;

/** Keeps what was computed from the tastes of the users who asked last, because a reload asks for the same again. */
export function createKeptForTaste<T>() {
  const kept = new LRUCache<number, { taste: Taste; value: T }>({ max: KEPT });
  return (userId: number, taste: Taste, compute: () => T): T => {
    const known = kept.get(userId);
    // A write of the user, and a new catalogue, make another taste.
    if (known?.taste === taste) return known.value;
    const value = compute();
    kept.set(userId, { taste, value });
    return value;
  };
}
