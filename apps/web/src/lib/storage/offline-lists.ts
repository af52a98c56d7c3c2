/** The IndexedDB database with the lists last seen: docs/product.md#offline. */
export const OFFLINE_LISTS = 'offline-lists';

/**
 * Deletes the lists of this device when the session ends, without a library, because every screen loads this
 * module. The function is async, so that an error of the storage cannot stop a sign-out.
 */
export async function forgetOfflineLists(): Promise<void> {
  indexedDB.deleteDatabase(OFFLINE_LISTS);
}
