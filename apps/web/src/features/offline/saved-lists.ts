import { type DBSchema, openDB } from 'idb';
import { OFFLINE_LISTS } from '#src/lib/storage/offline-lists.ts';

/** A list as it was last seen. It has only the data that the offline page shows. */
export interface SavedList {
  id: number;
  /** The user who saw the list. */
  userId: number;
  name: string;
  /** Display name of the owner. The value is null for a list of the user. */
  owner: string | null;
  /**
   * Number of titles in the list. `titles` has fewer titles when not all pages were seen, or when filters
   * were on.
   */
  total: number;
  /** Time of the reply, in ms since 1970. */
  seenAt: number;
  titles: { title: string; year: number | null; services: string[] }[];
}

interface Schema extends DBSchema {
  lists: { key: number; value: SavedList };
}

/** Largest number of saved lists. When there are more, the lists that were seen longest ago are deleted. */
const MAX_LISTS = 50;

/**
 * Runs `work` with a connection to the database. Closes the connection afterwards, because an open connection
 * delays the deletion at the end of the session.
 */
async function withLists<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const open = () =>
  openDB<Schema>(OFFLINE_LISTS, 1, {
    upgrade: (db) => void db.createObjectStore('lists', { keyPath: 'id' }),
  });

/** Returns the saved lists, last seen first. */
export async function readSavedLists(): Promise<SavedList[]> {
  const lists = await withLists((db) => db.getAll('lists'));
  return lists.sort((a, b) => b.seenAt - a.seenAt);
}

/** Saves a list, unless `isCurrent` returns false because its user has signed out. Deletes lists of other users. */
export const saveList = (list: SavedList, isCurrent: () => boolean): Promise<void> =>
  withLists(async (db) => {
    const { store, done } = db.transaction('lists', 'readwrite');
    const saved = await store.getAll();
    const others = saved.filter(({ id }) => id !== list.id).sort((a, b) => b.seenAt - a.seenAt);
    const kept = others.filter(({ userId }) => userId === list.userId).slice(0, MAX_LISTS - 1);
    for (const { id } of others.filter((other) => !kept.includes(other))) void store.delete(id);
    if (isCurrent()) void store.put(list);
    await done;
  });

/** Deletes the saved lists that the user no longer has. */
export const keepOnly = (ids: ReadonlySet<number>): Promise<void> =>
  withLists(async (db) => {
    const { store, done } = db.transaction('lists', 'readwrite');
    for (const id of await store.getAllKeys()) if (!ids.has(id)) void store.delete(id);
    await done;
  });
