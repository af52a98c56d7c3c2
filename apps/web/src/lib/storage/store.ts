import { useSyncExternalStore } from 'react';

/** A value in memory that code outside React changes. Components that use the value render again. */
export interface Store<T> {
  read: () => T;
  write: (next: T) => void;
  /** Calls the listener after each change. The returned function removes the listener. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the ids with this one, or without it. */
export function withId(ids: ReadonlySet<number>, id: number, isIn: boolean): Set<number> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/** Adds an id to a stored set, or takes it out. */
export const setIn = ({ read, write }: Store<ReadonlySet<number>>, id: number, isIn: boolean): void =>
  write(withId(read(), id, isIn));

/** Returns whether a stored set has an id. After a change, only what shows this id renders again. */
export function useIsIn({ read, subscribe }: Store<ReadonlySet<number>>, id: number): boolean {
  return useSyncExternalStore(subscribe, () => read().has(id));
}

/** Returns the value of a store. The component renders again after each change of the value. */
export function useStore<T>({ read, subscribe }: Store<T>): T {
  return useSyncExternalStore(subscribe, read, read);
}
