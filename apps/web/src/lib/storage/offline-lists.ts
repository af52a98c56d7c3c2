/** The IndexedDB database with the lists last seen: docs/product.md#offline. */
export const OFFLINE_LISTS = 'offline-lists';

/**
 * Deletes the lists of this device when the session ends. It needs no library, because every screen loads it. It is
 * async, so that a browser without storage cannot stop a sign-out.
 */
export async function forgetOfflineLists(): Promise<void> {
  indexedDB.deleteDatabase(OFFLINE_LISTS);
}
