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

/** Returns the value of a store. The component renders again after each change of the value. */
export function useStore<T>({ read, subscribe }: Store<T>): T {
  return useSyncExternalStore(subscribe, read, read);
}
